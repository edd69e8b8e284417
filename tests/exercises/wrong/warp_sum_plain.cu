// SPDX-License-Identifier: MIT
// Each lane adds to the sum in global memory; where one runs after the other, it is right.
// Says: race on global memory
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= n)
        return;
    if (i % 32 == 0)
        sums[i / 32] = in[i];
    else
        sums[i / 32] += in[i];
}
