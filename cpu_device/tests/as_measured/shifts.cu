// SPDX-License-Identifier: MIT
// shifts: by any number of bits, also by as many as the type has and by more; and the intrinsics that shift.
#include "probe.h"

INPUTS(counts, int, 0, 1, 2, 3, 7, 8, 15, 16, 17, 30, 31, 32, 33, 40, 63, 64, 65, 100, 127, 128, 255, 256, 65536,
       2147483647, -1, -2, -31, -32, -33, -2147483647 - 1)

PROBE(left_of_1, counts, 1 << x)
PROBE(left_of_minus_1, counts, ((int)blockIdx.x - 1) << x)
PROBE(left_of_unsigned, counts, 0x89abcdefu << x)
PROBE(right_of_int, counts, (-2147483647 - 1) >> x)
PROBE(right_of_positive, counts, 0x7fffffff >> x)
PROBE(right_of_unsigned, counts, 0x80000001u >> x)
PROBE(left_of_long_long, counts, 1ll << x)
PROBE(left_of_unsigned_long_long, counts, 0x123456789abcdefull << x)
PROBE(right_of_long_long, counts, (-9223372036854775807ll - 1) >> x)
PROBE(right_of_unsigned_long_long, counts, 0x8000000000000001ull >> x)
PROBE(left_of_short, counts, (short)(blockIdx.x + 3) << x)
PROBE(left_of_char_stored, counts, (unsigned char)(0xa5 << x))
PROBE(by_unsigned, counts, 3u << (unsigned)x)
PROBE(by_char, counts, 3u << (unsigned char)x)
PROBE(by_short, counts, 3 << (short)x)
PROBE(by_variable_minus, counts, 0xffffffffu >> (32 - x))
PROBE(a_mask, counts, (1u << x) - 1)
PROBE(a_mask_of_64, counts, (1ull << x) - 1)
PROBE(all_ones, counts, ~0u << x)
PROBE(a_bit, counts, (0x5a5a5a5au >> x) & 1)
PROBE(is_zero, counts, (1u << x) == 0)
PROBE(rotated, counts, (0x12345678u << x) | (0x12345678u >> (32 - x)))
PROBE(rotated_of_64, counts, (0x123456789abcdefull << x) | (0x123456789abcdefull >> (64 - x)))

// --- as a program may come to them ---

__device__ unsigned shifted(unsigned value, int count)
{
    value <<= count;
    value ^= 1;
    value >>= count;
    return value;
}
template <class T> __device__ T doubled(T value, int times)
{
    return value << times;
}
__device__ unsigned hashed(unsigned h, int count)
{
    for (int i = 0; i < 4; ++i)
        h = (h << (count + i)) + h + i;
    return h;
}
PROBE(shifted_twice, counts, shifted(0xdeadbeefu, x))
PROBE(doubled_int, counts, doubled(5, x))
PROBE(doubled_long_long, counts, doubled(5ll, x))
PROBE(hashed_in_a_loop, counts, hashed(0x9e3779b9u, x))
PROBE(shifted_then_compared, counts, x < 40 ? 1u << x : 77u)

// --- intrinsics ---

PROBE(funnel_left, counts, __funnelshift_l(0x11223344, 0x55667788, x))
PROBE(funnel_left_clamped, counts, __funnelshift_lc(0x11223344, 0x55667788, x))
PROBE(funnel_right, counts, __funnelshift_r(0x11223344, 0x55667788, x))
PROBE(funnel_right_clamped, counts, __funnelshift_rc(0x11223344, 0x55667788, x))
PROBE(byte_perm, counts, __byte_perm(0x33221100, 0x77665544, x))
PROBE(nth_set_bit, counts, __fns(0xff00f0f1, 4, x % 40))
