// SPDX-License-Identifier: MIT
// 13 warp_sum: from register to register.
//
// The lanes of a warp can hand values to one another without memory: __shfl_down_sync(mask, value, step) gives a lane
// the value that the lane `step` further on has. mask names the lanes that take part: a bit for each, and each of them
// must come to that very call. So a lane that has no element takes part with a 0; one that has returned has nothing to
// give. Sum up each warp's elements, without shared memory and without atomics. The sum of the elements from 32 * w on
// goes to sums[w]; a warp that has no element at all stores nothing.
//
//     ./run check warp_sum        ./run hint warp_sum
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    // your code
}
