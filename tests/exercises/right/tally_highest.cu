// SPDX-License-Identifier: MIT
// All lanes match, those without an element with a value that is none; the highest lane of a group adds.
#include "judge/tally.h"

__global__ void tally(const int *in, int *bins, int *groups, int n)
{
    __shared__ int groups_here;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        groups_here = 0;
    __syncthreads();
    int value = i < n ? in[i] : bin_count;
    unsigned same = __match_any_sync(0xffffffff, value);
    if (i < n && threadIdx.x % 32 == 31 - __clz(same)) {
        atomicAdd(&bins[value], __popc(same));
        atomicAdd(&groups_here, 1);
    }
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
