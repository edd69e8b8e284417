// SPDX-License-Identifier: MIT
// Shared by the algorithms for a whole device. Each is called twice: with no temporary storage it says how
// much it needs; with it, it launches its kernels into the stream and returns. Too little storage is
// cudaErrorInvalidValue, as on a GPU. Most kernels have one thread: results and checks count here, and speed does not.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "../thread/thread_operators.cuh"
#include "radix.cuh"

#include "../../cpu_device/tree_sum.h"

#include "../../cpu_device/letters_hidden.h"

// The parameters that all have: at the begin, and at the end, with the place in the source.
#define CPU_DEVICE_CUB_TEMP void *d_temp_storage, size_t &temp_storage_bytes
#define CPU_DEVICE_CUB_STREAM cudaStream_t stream = nullptr, CPU_DEVICE_PLACE

// Launches kernel(arguments...).
#define CPU_DEVICE_CUB_LAUNCH(blocks, threads, ...)                                                                    \
    (::cpu_device::launch_configuration((unsigned)(blocks), threads, 0, stream, {file, line}), __VA_ARGS__,            \
     ::cpu_device::launched())

// Returns, where the call only asks for the size or has brought too little.
#define CPU_DEVICE_CUB_NEED(bytes)                                                                                     \
    do {                                                                                                               \
        if (d_temp_storage == nullptr) {                                                                               \
            temp_storage_bytes = (bytes);                                                                              \
            return cudaSuccess;                                                                                        \
        }                                                                                                              \
        if (temp_storage_bytes < (bytes))                                                                              \
            return cpu_device_temporary_too_small(temp_storage_bytes, bytes, file, line);                              \
    } while (0)

namespace cub::own
{
// Temporary storage in parts, each aligned as cudaMalloc() aligns.
class layout
{
    size_t bytes_ = 256; // the first part is the algorithm's own, and there is room to align

  public:
    size_t add(size_t size)
    {
        size_t begin = bytes_;
        bytes_ += (size + 255) / 256 * 256;
        return begin;
    }
    size_t bytes() const
    {
        return bytes_ + 255;
    }
    template <class T> static T *at(void *storage, size_t offset)
    {
        return reinterpret_cast<T *>(((uintptr_t)storage + 255) / 256 * 256 + offset);
    }
};

// At its beginning a kernel claims its temporary storage, so that the checks find one that is freed, shorter than its
// stated size, or in use by another stream.
__device__ inline void claim(void *storage, size_t bytes)
{
    static_cast<char *>(storage)[0] = 1;
    static_cast<char *>(storage)[bytes - 1] = 1;
}

inline unsigned long long blocks_for(long long n)
{
    return (unsigned long long)(n + 255) / 256;
}
CPU_DEVICE_CUB long long grid_thread()
{
    return (long long)blockIdx.x * blockDim.x + threadIdx.x;
}

template <class A, class B> CPU_DEVICE_CUB void assign(A &&to, const B &from)
{
    to = from;
}
} // namespace cub::own

#include "../../cpu_device/letters_shown.h"
