// SPDX-License-Identifier: MIT
// The block with the highest number adds up, as if it were the last to be ready. Says: race between blocks on global
// memory
#include "judge/last_block.h"

__global__ void last_block(const int *in, int *partial, unsigned *arrived, int *sum, int n)
{
    __shared__ int all;
    if (threadIdx.x == 0)
        all = 0;
    __syncthreads();
    int mine = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        mine += in[i];
    atomicAdd(&all, mine);
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    partial[blockIdx.x] = all;
    __threadfence();
    if (blockIdx.x != gridDim.x - 1)
        return;
    int total = 0;
    for (int block = 0; block < gridDim.x; ++block)
        total += partial[block];
    *sum = total;
}
