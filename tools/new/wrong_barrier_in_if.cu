// SPDX-License-Identifier: MIT
// One thread does not come to the barrier. Says: barrier
#include "judge/NAME.h"

__global__ void NAME(int *data)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = data[i];
    if (i == 0)
        return;
    __syncthreads();
    data[i] = cache[i - 1];
}
