// SPDX-License-Identifier: MIT
// The threads of a warp among themselves. `mask` names the lanes that take part: each of them that has not exited must
// come, with the same mask; a lane that cannot come any more, because it waits elsewhere, fails the launch.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "interface.h"

[[gnu::always_inline]] __device__ inline void
__syncwarp(unsigned int mask = 0xffffffff, const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    CPU_DEVICE_HAS(lanes);
    cpu_device_syncwarp(mask, file, line);
}

// The lanes of the warp that come to this instruction together.
[[gnu::always_inline]] __device__ inline unsigned int __activemask()
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

template <class T>
__device__ T shuffle_value(unsigned int mask, T value, unsigned int source, const char *file, int line)
{
    static_assert(moves_by_shuffles<T>, "shuffles move int, long, long long, their unsigned kinds, float and double");
    unsigned64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    bits = cpu_device_shuffle(mask, bits, source, file, line);
    __builtin_memcpy(&value, &bits, sizeof value);
    return value;
}
} // namespace cpu_device

// Types smaller than int come back as int. `width` (2, 4, 8, 16 or 32) cuts the warp into groups that shuffle among
// themselves. Of a distance, a GPU looks at the lower 5 bits alone.
template <class T, class P = decltype(+T())>
__device__ P __shfl_sync(unsigned int mask, T value, int source, int width = 32, const char *file = __builtin_FILE(),
                         int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), group = lane & ~(width - 1u);
    return cpu_device::shuffle_value<P>(mask, value, group + (source & (width - 1u)), file, line);
}

template <class T, class P = decltype(+T())>
__device__ P __shfl_up_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                            const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value<P>(mask, value, (delta & 31) <= place ? lane - (delta & 31) : lane, file, line);
}

template <class T, class P = decltype(+T())>
__device__ P __shfl_down_sync(unsigned int mask, T value, unsigned int delta, int width = 32,
                              const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), place = lane & (width - 1u);
    return cpu_device::shuffle_value<P>(mask, value, (delta & 31) < width - place ? lane + (delta & 31) : lane, file,
                                        line);
}

template <class T, class P = decltype(+T())>
__device__ P __shfl_xor_sync(unsigned int mask, T value, int lane_mask, int width = 32,
                             const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    unsigned int lane = cpu_device_lane(), source = lane ^ (lane_mask & 31u);
    unsigned int end = (lane & ~(width - 1u)) + width; // groups before its own may be read, later ones not
    return cpu_device::shuffle_value<P>(mask, value, source < end ? source : lane, file, line);
}

__device__ inline unsigned int __ballot_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                                             int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate != 0, file, line);
}

__device__ inline int __any_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                                 int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate != 0, file, line) != 0;
}

__device__ inline int __all_sync(unsigned int mask, int predicate, const char *file = __builtin_FILE(),
                                 int line = __builtin_LINE())
{
    return cpu_device_ballot(mask, predicate == 0, file, line) == 0;
}

// --- the values of the lanes in the mask, compared or combined ---

namespace cpu_device
{
// The lanes of the mask that are there: those that have not exited.
__device__ inline unsigned int lanes_there(unsigned int mask, const char *file, int line)
{
    return cpu_device_ballot(mask, 1, file, line);
}

// combine(...combine(value of the first lane, value of the second), ...)
template <class T, class Combine>
__device__ inline T reduced(unsigned int mask, T value, Combine combine, const char *file, int line)
{
    unsigned int left = lanes_there(mask, file, line);
    T result = shuffle_value(mask, value, __builtin_ctz(left), file, line);
    while ((left &= left - 1) != 0)
        result = combine(result, shuffle_value(mask, value, __builtin_ctz(left), file, line));
    return result;
}

template <class T> __device__ inline unsigned64 bits_of(T value)
{
    static_assert(moves_by_shuffles<T>, "it compares int, long, long long, their unsigned kinds, float and double");
    unsigned64 bits = 0;
    __builtin_memcpy(&bits, &value, sizeof value);
    return bits;
}
} // namespace cpu_device

// The lanes that have brought the same bits: one turn for each different value.
template <class T> __device__ inline unsigned int
__match_any_sync(unsigned int mask, T value, const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    cpu_device::unsigned64 mine = cpu_device::bits_of(value);
    unsigned int result = 0;
    for (unsigned int left = cpu_device::lanes_there(mask, file, line); left != 0;) {
        bool same = cpu_device_shuffle(mask, mine, __builtin_ctz(left), file, line) == mine;
        unsigned int lanes = cpu_device_ballot(mask, same, file, line);
        result = same ? lanes : result;
        left &= ~lanes;
    }
    return result;
}

// The mask if all lanes have the same value, else 0; *all is set to 1 or 0.
template <class T> __device__ inline unsigned int
__match_all_sync(unsigned int mask, T value, int *all, const char *file = __builtin_FILE(), int line = __builtin_LINE())
{
    cpu_device::unsigned64 mine = cpu_device::bits_of(value);
    unsigned int there = cpu_device::lanes_there(mask, file, line);
    bool same = cpu_device_shuffle(mask, mine, __builtin_ctz(there), file, line) == mine;
    *all = cpu_device_ballot(mask, same, file, line) == there;
    return *all ? there : 0;
}

#define CPU_DEVICE_REDUCE(name, T, expression)                                                                         \
    __device__ inline T __reduce_##name##_sync(unsigned int mask, T value, const char *file = __builtin_FILE(),        \
                                               int line = __builtin_LINE())                                            \
    {                                                                                                                  \
        auto combine = [](T x, T y) -> T { return expression; };                                                       \
        return cpu_device::reduced(mask, value, combine, file, line);                                                  \
    }
CPU_DEVICE_REDUCE(add, unsigned int, x + y)
CPU_DEVICE_REDUCE(add, int, (int)((unsigned int)x + (unsigned int)y))
CPU_DEVICE_REDUCE(min, unsigned int, x < y ? x : y)
CPU_DEVICE_REDUCE(min, int, x < y ? x : y)
CPU_DEVICE_REDUCE(max, unsigned int, x > y ? x : y)
CPU_DEVICE_REDUCE(max, int, x > y ? x : y)
CPU_DEVICE_REDUCE(and, unsigned int, x &y)
CPU_DEVICE_REDUCE(or, unsigned int, x | y)
CPU_DEVICE_REDUCE(xor, unsigned int, x ^ y)
#undef CPU_DEVICE_REDUCE

// Removed: since compute capability 7.0 these functions need a mask.
#define CPU_DEVICE_NEEDS_MASK(now) [[gnu::unavailable("no GPU since 7.0 has it: use " now)]] __device__
CPU_DEVICE_NEEDS_MASK("__any_sync(0xffffffff, ...)") int __any(int);
CPU_DEVICE_NEEDS_MASK("__all_sync(0xffffffff, ...)") int __all(int);
CPU_DEVICE_NEEDS_MASK("__ballot_sync(0xffffffff, ...)") unsigned int __ballot(int);
template <class T> CPU_DEVICE_NEEDS_MASK("__shfl_sync(0xffffffff, ...)") T __shfl(T, int, int = 32);
template <class T> CPU_DEVICE_NEEDS_MASK("__shfl_up_sync(0xffffffff, ...)") T __shfl_up(T, unsigned int, int = 32);
template <class T> CPU_DEVICE_NEEDS_MASK("__shfl_down_sync(0xffffffff, ...)") T __shfl_down(T, unsigned int, int = 32);
template <class T> CPU_DEVICE_NEEDS_MASK("__shfl_xor_sync(0xffffffff, ...)") T __shfl_xor(T, int, int = 32);
