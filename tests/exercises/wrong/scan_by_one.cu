// SPDX-License-Identifier: MIT
// Each thread adds up all elements before its own. Says: slow: .*loads of global memory
#include "judge/scan.h"

__global__ void scan(const int *in, int *out)
{
    int first = blockIdx.x * blockDim.x, sum = 0;
    for (int i = 0; i <= threadIdx.x; ++i)
        sum += in[first + i];
    out[first + threadIdx.x] = sum;
}
