// SPDX-License-Identifier: MIT
// 15 compact: a place for each.
//
// Copy the positive elements of an array, and only those, one behind the other: a thread whose element is positive
// needs a place that nobody else has. A counter in global memory can give out places: atomicAdd() returns what was
// there before. But one counter for all threads is a queue. Let a block count its own positive elements in shared
// memory, so that each of its threads knows its rank among them, and ask the global counter once for as many places as
// the block needs. The judge counts: one atomic operation on global memory for a block. The order of the result is
// free.
//
//     ./run check compact        ./run hint compact
#include "judge/compact.h"

__global__ void compact(const int *in, int *out, int *count, int n)
{
    __shared__ int found; // in this block
    __shared__ int place; // where its elements begin in out
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    // your code
}
