// SPDX-License-Identifier: MIT
// Device memory that is kept for the next one who asks for as much in the same stream. Here nothing is kept: memory
// that was freed is freed, so that the checks find who still uses it.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "util_debug.cuh"

#include "../cpu_device/letters_hidden.h"

namespace cub
{
struct CachingDeviceAllocator {
    static constexpr unsigned int INVALID_BIN = (unsigned int)-1;
    static constexpr size_t INVALID_SIZE = (size_t)-1;
    static constexpr int INVALID_DEVICE_ORDINAL = -1;

    explicit CachingDeviceAllocator(unsigned int /*bin_growth*/, unsigned int /*min_bin*/ = 1,
                                    unsigned int /*max_bin*/ = INVALID_BIN, size_t /*max_cached*/ = INVALID_SIZE,
                                    bool /*skip_cleanup*/ = false)
    {
    }
    explicit CachingDeviceAllocator(bool /*skip_cleanup*/ = false, bool /*debug*/ = false) {}
    cudaError_t SetMaxCachedBytes(size_t)
    {
        return cudaSuccess;
    }
    // There is one device.
    cudaError_t DeviceAllocate(int, void **memory, size_t bytes, cudaStream_t stream = nullptr)
    {
        return DeviceAllocate(memory, bytes, stream);
    }
    cudaError_t DeviceAllocate(void **memory, size_t bytes, cudaStream_t = nullptr)
    {
        *memory = nullptr;
        return cudaMalloc(memory, bytes);
    }
    cudaError_t DeviceFree(int, void *memory)
    {
        return cudaFree(memory);
    }
    cudaError_t DeviceFree(void *memory)
    {
        return cudaFree(memory);
    }
    cudaError_t FreeAllCached()
    {
        return cudaSuccess;
    }
};
} // namespace cub

#include "../cpu_device/letters_shown.h"
