// SPDX-License-Identifier: MIT
// 4 window: load once, read four times.
//
// out[i] is the sum of in[i] and the three elements before it; elements before in[0] count as 0. If every thread loads
// all four from global memory, each element is loaded four times. Instead, let the block load what it needs once, into
// shared memory: one element per thread, and the three elements before the block's first one (the halo). Then a
// barrier, and each thread adds up its four. The judge counts: a block may execute one load per warp, and two more for
// the halo. memcpy_async() may load the elements; a vector of four (int4) per thread may not, for then most threads
// load nothing.
//
//     ./run check window        ./run hint window
#include "judge/window.h"

__global__ void window(const int *in, int *out, int n)
{
    __shared__ int cache[radius + most_threads]; // the halo, then an element a thread
    // your code
}
