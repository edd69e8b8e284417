// SPDX-License-Identifier: MIT
// All lanes get the sum; the last one that has an element stores it.
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    int sum = i < n ? in[i] : 0;
    for (int step = 1; step < 32; step *= 2)
        sum += __shfl_xor_sync(0xffffffff, sum, step);
    if (i == min(n - 1, i / 32 * 32 + 31))
        sums[i / 32] = sum;
}
