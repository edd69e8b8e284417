// SPDX-License-Identifier: MIT
// After the loop each thread loads what it has stored itself. Says: this run did not need a barrier
#include "judge/too_many.h"

__global__ void too_many(int *data, int rounds)
{
    __shared__ int buffers[2][most_threads];
    int i = threadIdx.x, n = blockDim.x;
    buffers[0][i] = data[i];
    for (int round = 0; round < rounds; round++) {
        int *from = buffers[round % 2], *to = buffers[(round + 1) % 2];
        __syncthreads();
        to[i] = from[i] + (i + 1 < n ? from[i + 1] : 0);
    }
    __syncthreads();
    data[i] = buffers[rounds % 2][i];
}
