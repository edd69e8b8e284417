// SPDX-License-Identifier: MIT
// One barrier before the loop and one at its end: as many as it takes.
#include "judge/too_many.h"

__global__ void too_many(int *data, int rounds)
{
    __shared__ int buffers[2][most_threads];
    int i = threadIdx.x, n = blockDim.x;
    buffers[0][i] = data[i];
    __syncthreads();
    for (int round = 0; round < rounds; round++) {
        int *from = buffers[round % 2], *to = buffers[(round + 1) % 2];
        to[i] = from[i] + (i + 1 < n ? from[i + 1] : 0);
        __syncthreads();
    }
    data[i] = buffers[rounds % 2][i];
}
