// SPDX-License-Identifier: MIT
// atomics: the functions of each type at its edges, in global and in shared memory; and the value before, if it is
// used. Compiled with: -arch=sm_90
#include <cfloat>
#include <climits>

#include "probe.h"

INPUTS(ints, int, 0, 1, -1, 2, 5, -7, 31, 32, 255, 65536, INT_MAX, INT_MIN, INT_MIN + 1)
INPUTS(longs, long long, 0, 1, -1, 5, -7, 4294967295, 4294967296, LLONG_MAX, LLONG_MIN, LLONG_MIN + 1)
INPUTS(floats, float, 0.0f, -0.0f, 1.0f, -1.5f, 1e-40f, -1e-40f, 1e-45f, FLT_MIN, -FLT_MIN, 1e-38f, FLT_MAX, -FLT_MAX,
       16777216.0f, 1e-8f, INFINITY, -INFINITY, NAN)
INPUTS(doubles, double, 0.0, -0.0, 1.0, -1.5, 1e-310, -1e-310, 5e-324, DBL_MIN, -DBL_MIN, DBL_MAX, -DBL_MAX, 1e16,
       INFINITY, -INFINITY, NAN)
INPUTS(halves, float, 0.0f, -0.0f, 1.0f, -1.5f, 1e-7f, -6e-8f, 6.1e-5f, 65504.0f, -65504.0f, 2048.0f, INFINITY,
       -INFINITY, NAN)
INPUTS(words, unsigned short, 0, 1, 0x7fff, 0x8000, 0xffff, 0x1234)

// A cell for each thread.
__device__ unsigned long long global_cells[32];

// The value after an update; the one before it is not used, so nvcc may take another instruction.
template <class T, class Update> __device__ T in_global(T before, Update update)
{
    T *cell = (T *)&global_cells[threadIdx.x];
    *cell = before;
    update(cell);
    return *cell;
}
template <class T, class Update> __device__ T in_shared(T before, Update update)
{
    __shared__ unsigned long long cells[32];
    T *cell = (T *)&cells[threadIdx.x];
    *cell = before;
    update(cell);
    return *cell;
}
// The value before it and the one after it, 32 bits each.
template <class T, class Update> __device__ bits64 both(T before, Update update)
{
    T *cell = (T *)&global_cells[threadIdx.x];
    *cell = before;
    const T was = update(cell);
    return bits_of(was) << 32 | bits_of(*cell);
}

#define UPDATE(name, from, T, call)                                                                                    \
    PROBE2(name##_in_global, from, in_global((T)x, [=](T *cell) { call; }))                                            \
    PROBE2(name##_in_shared, from, in_shared((T)x, [=](T *cell) { call; }))
#define UPDATE_OF_32_BITS(name, from, T, call)                                                                         \
    UPDATE(name, from, T, call) PROBE2(name##_with_result, from, both((T)x, [=](T *cell) { return call; }))

UPDATE_OF_32_BITS(add_int, ints, int, atomicAdd(cell, y))
UPDATE_OF_32_BITS(sub_int, ints, int, atomicSub(cell, y))
UPDATE_OF_32_BITS(min_int, ints, int, atomicMin(cell, y))
UPDATE_OF_32_BITS(max_int, ints, int, atomicMax(cell, y))
UPDATE_OF_32_BITS(min_unsigned, ints, unsigned, atomicMin(cell, (unsigned)y))
UPDATE_OF_32_BITS(max_unsigned, ints, unsigned, atomicMax(cell, (unsigned)y))
UPDATE_OF_32_BITS(inc, ints, unsigned, atomicInc(cell, (unsigned)y))
UPDATE_OF_32_BITS(dec, ints, unsigned, atomicDec(cell, (unsigned)y))
UPDATE_OF_32_BITS(exchange, ints, int, atomicExch(cell, y))
UPDATE_OF_32_BITS(compare, ints, int, atomicCAS(cell, 5, y))
UPDATE(and_int, ints, int, atomicAnd(cell, y))
UPDATE(or_int, ints, int, atomicOr(cell, y))
UPDATE(xor_int, ints, int, atomicXor(cell, y))
UPDATE_OF_32_BITS(add_float, floats, float, atomicAdd(cell, y))
UPDATE_OF_32_BITS(exchange_float, floats, float, atomicExch(cell, y))
UPDATE(add_long_long, longs, unsigned long long, atomicAdd(cell, (unsigned long long)y))
UPDATE(min_long_long, longs, long long, atomicMin(cell, y))
UPDATE(max_long_long, longs, long long, atomicMax(cell, y))
UPDATE(min_unsigned_long_long, longs, unsigned long long, atomicMin(cell, (unsigned long long)y))
UPDATE(max_unsigned_long_long, longs, unsigned long long, atomicMax(cell, (unsigned long long)y))
UPDATE(compare_long_long, longs, unsigned long long, atomicCAS(cell, 5ull, (unsigned long long)y))
UPDATE(add_double, doubles, double, atomicAdd(cell, y))
UPDATE(add_half, halves, __half, atomicAdd(cell, __float2half(y)))
UPDATE(add_bfloat16, halves, __nv_bfloat16, atomicAdd(cell, __float2bfloat16(y)))
PROBE2(add_half_2, halves,
       in_global(__floats2half2_rn(x, -x), [=](__half2 *cell) { atomicAdd(cell, __floats2half2_rn(y, y)); }))
UPDATE(compare_word, words, unsigned short, atomicCAS(cell, (unsigned short)1, y))
