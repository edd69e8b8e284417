// SPDX-License-Identifier: MIT
// The mask names lanes that wait at the barrier. Never right. Says: divergent warp
#include "judge/tally.h"

__global__ void tally(const int *in, int *bins, int *groups, int n)
{
    __shared__ int groups_here;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        groups_here = 0;
    __syncthreads();
    if (i < n) {
        int value = in[i];
        unsigned same = __match_any_sync(0xffffffff, value);
        if (threadIdx.x % 32 == __ffs(same) - 1) {
            atomicAdd(&bins[value], __popc(same));
            atomicAdd(&groups_here, 1);
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
