// SPDX-License-Identifier: MIT
// 10 warp_sum: from register to register.
//
// The lanes of a warp can pass values to one another without memory: __shfl_down_sync(mask, value, step) gives a lane
// the value of the lane `step` higher. mask has a bit for each lane that takes part, and each of these lanes must reach
// that very call. So a lane without an element takes part with a 0; a lane that has returned has nothing to give. Add
// up each warp's elements, without shared memory and without atomics. The sum of the elements from 32 * w on goes to
// sums[w]; a warp without elements stores nothing.
//
//     ./run check warp_sum        ./run hint warp_sum
#include "judge/warp_sum.h"

__global__ void warp_sum(const int *in, int *sums, int n)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    // your code
}
