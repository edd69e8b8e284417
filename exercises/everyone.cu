// SPDX-License-Identifier: MIT
// 8 everyone: a barrier is for all threads of the block.
//
// This kernel swaps neighbours, and its result is right, on a GPU of today. It is wrong all the same: where n ends
// within a block, some threads return, and those that stay wait at a barrier to which not all can come. CUDA wants
// every thread of the block at the same __syncthreads(). Older GPUs hang here, and who adds a line behind the barrier
// later is in for a surprise. Make all of them come, and still touch nothing beyond n.
// The judge counts: a load of global memory a warp.
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
