// SPDX-License-Identifier: MIT
// Five shuffles down.
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int sum = i < n ? in[i] : 0;
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (i % 32 == 0 && i < n)
        sums[i / 32] = sum;
}
