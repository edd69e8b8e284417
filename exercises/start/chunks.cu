// SPDX-License-Identifier: MIT
// 5 chunks: the second barrier.
//
// One block goes through a long array in chunks of blockDim.x elements and stores each element minus the next one (0
// after the last). It first loads a chunk into shared memory, together with the element that follows it, so that each
// is loaded once. A chunk must be complete before a thread reads its neighbour's element: that is one barrier. And
// loading the next chunk overwrites elements that a slower thread may not have read yet. The judge counts: one load per
// warp and chunk, and one for the element that follows.
//
//     ./run check chunks        ./run hint chunks
#include "judge/chunks.h"

__global__ void chunks(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads + 1];
    for (int begin = 0; begin < n; begin += blockDim.x) {
        int i = begin + threadIdx.x;
        // your code
    }
}
