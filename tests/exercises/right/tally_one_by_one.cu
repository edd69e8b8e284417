// SPDX-License-Identifier: MIT
// One value after the other: that of the lowest lane that is left. Lanes without an element take part in each step.
#include "judge/tally.h"

__global__ void tally(const int *in, int *bins, int *groups, int n)
{
    __shared__ int groups_here;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        groups_here = 0;
    __syncthreads();
    int value = i < n ? in[i] : -1;
    unsigned left = __ballot_sync(0xffffffff, i < n);
    while (left != 0) {
        int leader = __ffs(left) - 1;
        unsigned same = __ballot_sync(0xffffffff, value == __shfl_sync(0xffffffff, value, leader));
        if (threadIdx.x % 32 == leader) {
            atomicAdd(&bins[value], __popc(same));
            atomicAdd(&groups_here, 1);
        }
        left &= ~same;
    }
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
