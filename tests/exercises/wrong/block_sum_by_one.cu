// SPDX-License-Identifier: MIT
// One thread adds up everything. Says: slow: .*loads of shared memory
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    cache[threadIdx.x] = in[threadIdx.x + blockIdx.x * blockDim.x];
    __syncthreads();
    if (threadIdx.x == 0) {
        int sum = 0;
        for (int i = 0; i < blockDim.x; ++i)
            sum += cache[i];
        out[blockIdx.x] = sum;
    }
}
