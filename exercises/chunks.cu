// SPDX-License-Identifier: MIT
// 6 chunks: the second barrier.
//
// One block goes through a long array, a chunk of blockDim.x elements after the other, and stores each element minus
// the next one (what would be behind the last one counts as 0). A chunk comes into shared memory first, with the
// element behind it, so that each is loaded once. All of a chunk must be there before a thread looks at its
// neighbour's element: that is one barrier. And when the next chunk is loaded, it overwrites what a slower thread may
// not have read yet.
// The judge counts: one load a warp and chunk, and one for the element behind it.
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
