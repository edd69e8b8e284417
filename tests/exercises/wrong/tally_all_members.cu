// SPDX-License-Identifier: MIT
// Each member adds the size of its group. Never right. Says: wrong: .*bins
#include "judge/tally.h"

__global__ void tally(const int *in, int *bins, int *groups, int n)
{
    __shared__ int groups_here;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        groups_here = 0;
    __syncthreads();
    unsigned there = __ballot_sync(0xffffffff, i < n);
    if (i < n) {
        int value = in[i];
        unsigned same = __match_any_sync(there, value);
        atomicAdd(&bins[value], __popc(same));
        if (threadIdx.x % 32 == __ffs(same) - 1)
            atomicAdd(&groups_here, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
