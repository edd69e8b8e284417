// SPDX-License-Identifier: MIT
// Keys and points in the vector clocks of block_clocks. The point of a block is a number of epochs, all of which are
// covered. The point of a thread, or of all lanes of a warp, is an epoch and a clock.
#pragma once

#include <cstdint>

#include "../limits.h"

namespace cpu_device
{
inline uint64_t key_of(uint32_t block)
{
    return (uint64_t)block << 11;
}
inline uint64_t key_of(uint32_t block, unsigned thread)
{
    return (uint64_t)block << 11 | (thread + 1);
}
inline uint64_t key_of_warp(uint32_t block, unsigned thread)
{
    return (uint64_t)block << 11 | (max_threads + 1 + thread / warp_size);
}
inline uint64_t point_of(uint32_t epoch, uint32_t clock)
{
    return ((uint64_t)epoch + 1) << 32 | clock;
}
} // namespace cpu_device
