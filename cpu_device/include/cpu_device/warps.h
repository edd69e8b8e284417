// SPDX-License-Identifier: MIT
// The threads of a warp among themselves. `mask` names the lanes that take part: each of them that has not exited must
// come, with the same mask; a lane that cannot come any more, because it waits elsewhere, fails the launch.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

[[gnu::always_inline]] inline void __syncwarp(unsigned int mask = 0xffffffff, const char *file = __builtin_FILE(),
                                              int line = __builtin_LINE())
{
    cpu_device_syncwarp(mask, file, line);
}

// The lanes of the warp that come to this instruction together.
[[gnu::always_inline]] inline unsigned int __activemask()
{
    return cpu_device_activemask();
}

namespace cpu_device
{
template <class T> inline constexpr bool moves_by_shuffles = false;
template <> inline constexpr bool moves_by_shuffles<int> = true;
template <> inline constexpr bool moves_by_shuffles<unsigned int> = true;
template <> inline constexpr bool moves_by_shuffles<long> = true;
template <> inline constexpr bool moves_by_shuffles<unsigned long> = true;
template <> inline constexpr bool moves_by_shuffles<long long> = true;
template <> inline constexpr bool moves_by_shuffles<unsigned long long> = true;
template <> inline constexpr bool moves_by_shuffles<float> = true;
template <> inline constexpr bool moves_by_shuffles<double> = true;

template <class T> T shuffle_value(unsigned int mask, T value, unsigned int source, const char *file, int line)
{
    static_assert(moves_by_shuffles<T>, "shuffles move int, long, long long, their unsigned kinds, float and double");
    uint64_t bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = cpu_device_shuffle(mask, bits, source, file, line);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace cpu_device

// `width` (2, 4, 8, 16 or 32) cuts the warp into groups that shuffle among themselves.
template <class T> T __shfl_sync(unsigned int mask, T value, int source, int width = 32,
                                 const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), group = lane & ~(width - 1u);
    return cpu_device::shuffle_value(mask, value, group + (source & (width - 1u)), file, line);
}

template <class T> T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                                    const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value(mask, value, delta <= place ? lane - delta : lane, file, line);
}

template <class T> T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                                      const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value(mask, value, delta < width - place ? lane + delta : lane, file, line);
}

template <class T> T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32,
                                     const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), source = lane ^ (unsigned int)lane_mask;
    unsigned int end = (lane & ~(width - 1u)) + width; // groups before its own may be read, later ones not
    return cpu_device::shuffle_value(mask, value, source < end ? source : lane, file, line);
}

inline unsigned int __ballot_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                                  int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate != 0, file, line);
}

inline int __any_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate != 0, file, line) != 0;
}

inline int __all_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate == 0, file, line) == 0;
}
