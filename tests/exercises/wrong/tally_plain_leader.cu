// SPDX-License-Identifier: MIT
// One leader per group, but the next warp has a group, too. Says: race between blocks on global memory
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
        if (threadIdx.x % 32 == __ffs(same) - 1) {
            bins[value] += __popc(same);
            atomicAdd(&groups_here, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
