// SPDX-License-Identifier: MIT
// 25 tally: one atomic operation for many.
//
// How often does each value occur? Here there are 65536 bins, too many for shared memory. So the counts go to global
// memory at once. But where several lanes of a warp have found the same value, one of them can add for all. Let each
// warp form a group for each of its values; the leader of the group, one of its lanes, adds the size of the group to
// the bin, and 1 to groups_here. __match_any_sync(mask, value) gives a lane the mask of those with the same value, and
// cg::labeled_partition() gives it the group. A lane beyond n belongs to no group and goes straight to the next
// barrier. A lane that names it in a mask never goes on. The judge counts the threads that add to bins: one per group.
//
//     ./run check tally        ./run hint tally
#include "judge/tally.h"

namespace cg = cooperative_groups;

__global__ void tally(const int *in, int *bins, int *groups, int n)
{
    __shared__ int groups_here;
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (threadIdx.x == 0)
        groups_here = 0;
    __syncthreads();
    // your code
    __syncthreads();
    if (threadIdx.x == 0)
        groups[blockIdx.x] = groups_here;
}
