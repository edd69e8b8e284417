// SPDX-License-Identifier: MIT
// No barrier: where the warps run in order, the result is right. Says: race on shared memory
#include "judge/NAME.h"

__global__ void NAME(int *data)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = data[i];
    if (i > 0)
        data[i] = cache[i - 1];
}
