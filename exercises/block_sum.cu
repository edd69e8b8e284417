// SPDX-License-Identifier: MIT
// 4 block_sum: a tree, and a barrier at each of its levels.
//
// Each block adds up its own elements, one of each thread. A single thread that goes through all of them takes 1024
// steps; in a tree, half of the threads add a pair each, then a quarter, an eighth, ... and ten steps are enough. What
// one step stores, other threads load in the next one. The block may have any number of threads, 100 too: how large is
// the half of an odd number? And all threads must come to each barrier, those too that have nothing to add any more.
// The judge counts: a load of global memory a warp, and half as many loads of shared memory as there are elements.
//
//     ./run check block_sum        ./run hint block_sum
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    cache[threadIdx.x] = in[threadIdx.x + blockIdx.x * blockDim.x];
    // your code
    if (threadIdx.x == 0)
        out[blockIdx.x] = cache[0];
}
