// SPDX-License-Identifier: MIT
// A kernel on its way through the device.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstring>
#include <new>
#include <string>

#include "../../include/cpu_device/interface.h"
#include "../check/history.h"

namespace cpu_device
{
// SplitMix64's step: a number from a number, in which neighbours become unlike.
inline uint64_t mix(uint64_t x)
{
    x += 0x9e3779b97f4a7c15;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9;
    x = (x ^ x >> 27) * 0x94d049bb133111eb;
    return x ^ x >> 31;
}

struct grid_launch {
    const cpu_device_kernel kernel;
    const char *arguments;       // a copy of the closure's bytes
    const size_t dynamic_shared; // bytes
    const uint64_t seed;         // of the order in which the warps of a block run; 0: their own
    launch_record record;
    std::atomic<bool> reported{false}; // that it broke off

    grid_launch(const cpu_device_kernel &k, const launch_name &name, size_t shared, uint64_t s)
        : kernel(k), dynamic_shared(shared), seed(s)
    {
        auto alignment = std::align_val_t(k.closure_alignment < 16 ? 16 : k.closure_alignment);
        arguments = static_cast<char *>(memcpy(::operator new(k.closure_size, alignment), k.closure, k.closure_size));
        record.name = name;
    }
    ~grid_launch()
    {
        ::operator delete(const_cast<char *>(arguments),
                          std::align_val_t(kernel.closure_alignment < 16 ? 16 : kernel.closure_alignment));
    }
    grid_launch(const grid_launch &) = delete;

    const dim3 &grid() const
    {
        return record.name.grid;
    }
    const dim3 &block() const
    {
        return record.name.block;
    }
    uint64_t blocks() const
    {
        return (uint64_t)grid().x * grid().y * grid().z;
    }
    unsigned threads() const
    {
        return block().x * block().y * block().z;
    }
};
} // namespace cpu_device
