// SPDX-License-Identifier: MIT
// 3 window: load once, read four times.
//
// out[i] is the sum of in[i] and the three elements before it. If every thread loads all four from global memory, each
// element is loaded four times (what would be before in[0] counts as 0). Let the threads of a block load what the block
// needs once, into shared memory: one element a thread, and the three before the block's first (the halo). Then a
// barrier, and each thread adds up its four. The judge counts: a block may execute one load a warp, and two more for
// the halo.
//
//     ./run check window        ./run hint window
#include "judge/window.h"

__global__ void window(const int *in, int *out, int n)
{
    __shared__ int cache[radius + most_threads]; // the halo, then an element a thread
    // your code
}
