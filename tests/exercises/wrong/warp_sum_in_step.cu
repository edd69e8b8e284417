// SPDX-License-Identifier: MIT
// volatile, as it was done before Volta, and the tree grows towards the last lane. Says: race on shared memory
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    __shared__ volatile int cache[1024];
    int i = threadIdx.x + blockIdx.x * blockDim.x, lane = i % 32;
    volatile int *mine = &cache[threadIdx.x];
    *mine = i < n ? in[i] : 0;
    for (int step = 1; step < 32; step *= 2)
        if (lane % (2 * step) == 2 * step - 1)
            *mine = *mine + *(mine - step);
    if (lane == 31 && i / 32 < (n + 31) / 32)
        sums[i / 32] = *mine;
}
