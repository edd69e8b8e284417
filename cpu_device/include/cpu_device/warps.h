// SPDX-License-Identifier: MIT
// The threads of a warp among themselves. `mask` names the lanes that take part: each of them that has not exited must
// come, with the same mask; a lane that cannot come any more, because it waits elsewhere, fails the launch.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cstdint>
#include <cstring>
#include <type_traits>

#include "../vector_types.h"

void __syncwarp(unsigned int mask = 0xffffffff, const char *file = __builtin_FILE(), int line = __builtin_LINE());

// The lanes of the warp that come to this instruction together.
unsigned int __activemask();

namespace cpu_device
{
unsigned int lane();
// The bits that lane `source` brought; the thread's own where that lane takes no part (a GPU leaves it undefined).
uint64_t shuffle(unsigned int mask, uint64_t bits, unsigned int source, const char *file, int line);
// The lanes of the mask whose predicate holds.
unsigned int ballot(unsigned int mask, bool predicate, const char *file, int line);

template <class T> T shuffle_value(unsigned int mask, T value, unsigned int source, const char *file, int line)
{
    static_assert(std::is_arithmetic<T>::value && (sizeof(T) == 4 || sizeof(T) == 8),
                  "shuffles move int, long, long long, their unsigned kinds, float and double");
    uint64_t bits = 0;
    memcpy(&bits, &value, sizeof value);
    bits = shuffle(mask, bits, source, file, line);
    memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace cpu_device

// `width` (2, 4, 8, 16 or 32) cuts the warp into groups that shuffle among themselves.
template <class T> T __shfl_sync(unsigned int mask, T value, int source, int width = 32,
                                 const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device::lane(), group = lane & ~(width - 1u);
    return cpu_device::shuffle_value(mask, value, group + (source & (width - 1u)), file, line);
}

template <class T> T __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                                    const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device::lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value(mask, value, delta <= place ? lane - delta : lane, file, line);
}

template <class T> T __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                                      const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device::lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value(mask, value, delta < width - place ? lane + delta : lane, file, line);
}

template <class T> T __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32,
                                     const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device::lane(), source = lane ^ (unsigned int)lane_mask;
    unsigned int end = (lane & ~(width - 1u)) + width; // groups before its own may be read, later ones not
    return cpu_device::shuffle_value(mask, value, source < end ? source : lane, file, line);
}

inline unsigned int __ballot_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                                  int line = __builtin_LINE())
{
    return cpu_device::ballot(mask, predicate != 0, file, line);
}

inline int __any_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE())
{
    return cpu_device::ballot(mask, predicate != 0, file, line) != 0;
}

inline int __all_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                      int line = __builtin_LINE())
{
    return cpu_device::ballot(mask, predicate == 0, file, line) == 0;
}
