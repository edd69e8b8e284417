// SPDX-License-Identifier: MIT
// A tree for any number of threads.
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    cache[threadIdx.x] = in[threadIdx.x + blockIdx.x * blockDim.x];
    for (int left = blockDim.x, half; left > 1; left = half) {
        half = (left + 1) / 2;
        __syncthreads(); // the step before is complete
        if (threadIdx.x + half < left)
            cache[threadIdx.x] += cache[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        out[blockIdx.x] = cache[0];
}
