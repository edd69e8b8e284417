// SPDX-License-Identifier: MIT
// All threads of the last block add up, and the counter goes back by itself.
#include "judge/last_block.h"

__device__ void add_up(int *cache, int mine)
{
    __syncthreads();
    cache[threadIdx.x] = mine;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
    }
}

__global__ void last_block(const int *in, int *partial, unsigned *arrived, int *sum, int n)
{
    __shared__ int cache[threads_per_block];
    __shared__ bool last;
    int mine = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        mine += in[i];
    add_up(cache, mine);
    if (threadIdx.x == 0) {
        partial[blockIdx.x] = cache[0];
        __threadfence();
        last = atomicInc(arrived, gridDim.x - 1) == gridDim.x - 1; // after gridDim.x - 1 comes 0
    }
    __syncthreads();
    if (!last)
        return;
    __threadfence();
    mine = 0;
    for (int block = threadIdx.x; block < gridDim.x; block += blockDim.x)
        mine += partial[block];
    add_up(cache, mine);
    if (threadIdx.x == 0)
        *sum = cache[0];
}
