// SPDX-License-Identifier: MIT
// One instruction, of compute capability 8.0 and later; the mask has the lanes that have elements.
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    unsigned mask = __ballot_sync(0xffffffff, i < n);
    if (i >= n)
        return;
    int sum = __reduce_add_sync(mask, in[i]);
    if (i % 32 == 0)
        sums[i / 32] = sum;
}
