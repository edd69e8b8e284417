// SPDX-License-Identifier: MIT
// 8 everyone: a barrier is for all threads of the block.
//
// This kernel swaps neighbours, and on today's GPUs its result is right. The kernel is wrong all the same: if n ends
// within a block, some threads return, and the others wait at a barrier that not all threads reach. CUDA requires every
// thread of the block to reach the same __syncthreads(). Older GPUs may hang here, and a line added after the barrier
// can break it on any GPU. Make all threads reach the barrier, and still touch nothing beyond n. The judge counts: one
// load of global memory per warp.
//
//     ./run check everyone        ./run hint everyone
#include "judge/everyone.h"

__global__ void everyone(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    cache[threadIdx.x] = in[i];
    __syncthreads();
    int neighbour = i ^ 1;
    out[i] = cache[neighbour < n ? threadIdx.x ^ 1 : threadIdx.x];
}
