// SPDX-License-Identifier: MIT
// Only the threads that swap come to the barrier. Says: divergent barrier: some threads of the block skip it
#include "judge/reverse.h"

__global__ void reverse(int *data)
{
    int i = threadIdx.x, opposite = blockDim.x - 1 - i;
    if (i < opposite) {
        int mine = data[i], other = data[opposite];
        __syncthreads();
        data[i] = other;
        data[opposite] = mine;
    }
}
