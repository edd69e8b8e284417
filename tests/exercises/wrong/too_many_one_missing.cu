// SPDX-License-Identifier: MIT
// One buffer and one barrier a round: right where the warps run in order. Says: race on shared memory
#include "judge/too_many.h"

__global__ void too_many(int *data, int rounds)
{
    __shared__ int cells[most_threads];
    int i = threadIdx.x, n = blockDim.x;
    cells[i] = data[i];
    for (int round = 0; round < rounds; round++) {
        __syncthreads();
        int right = i + 1 < n ? cells[i + 1] : 0;
        cells[i] += right;
    }
    data[i] = cells[i];
}
