// SPDX-License-Identifier: MIT
// One atomic addition a thread.
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    __shared__ int sum;
    if (threadIdx.x == 0)
        sum = 0;
    __syncthreads(); // it is 0 before the first adds
    atomicAdd(&sum, in[threadIdx.x + blockIdx.x * blockDim.x]);
    __syncthreads(); // all have added
    if (threadIdx.x == 0)
        out[blockIdx.x] = sum;
}
