// SPDX-License-Identifier: MIT
// NUMBER NAME: each takes what its neighbour has.
//
// One block, a thread for each element: every element moves one place up, the last one is lost, and the first one
// stays. Each thread needs the element of the one before it, who must have stored it by then.
//
//     ./run check NAME        ./run hint NAME
#include "judge/NAME.h"

__global__ void NAME(int *data)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = data[i];
    // your code
}
