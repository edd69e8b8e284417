// SPDX-License-Identifier: MIT
// 20 compact: a place for each element.
//
// Copy only the positive elements of an array, without gaps: a thread with a positive element needs a place that no
// other thread has. A counter in global memory can give out places: atomicAdd() returns the old value. But one counter
// for all threads is a queue. So let a block count its own positive elements in shared memory, which gives each of its
// threads a rank among them, and ask the global counter once for as many places as the block needs. The judge counts:
// one atomic operation on global memory per block. The order of the result does not matter.
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
