// SPDX-License-Identifier: MIT
// Nothing orders the 0 and the additions; where thread 0 runs first, it is right. Says: race on shared memory
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    atomicAdd(&sum, in[threadIdx.x + blockIdx.x * blockDim.x]);
    __syncthreads();
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
