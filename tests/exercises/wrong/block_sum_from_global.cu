// SPDX-License-Identifier: MIT
// One thread adds up everything, from global memory. Says: slow: .*loads of global memory
#include "judge/block_sum.h"

__global__ void block_sum(const int *in, int *out)
{
    if (threadIdx.x > 0)
        return;
    int sum = 0;
    for (int i = 0; i < blockDim.x; ++i)
        sum += in[i + blockIdx.x * blockDim.x];
    out[blockIdx.x] = sum;
}
