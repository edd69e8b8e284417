// SPDX-License-Identifier: MIT
// 7 scan: between a load and a store of the same cell.
//
// A scan stores at each place the sum of all elements up to it. In parallel, with a step of 1, 2, 4, ...: each element
// adds the one `step` before it, if there is one, and then holds the sum of twice as many. All threads read what others
// wrote in the previous step, and write what others read in this one. So each step needs two waits: all must have
// written before any thread reads, and all must have read before any thread writes. The judge counts: one load of
// global memory per warp, and 64 of shared memory.
//
//     ./run check scan        ./run hint scan
#include "judge/scan.h"

__global__ void scan(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = in[i];
    // your code
    out[i] = cache[t];
}
