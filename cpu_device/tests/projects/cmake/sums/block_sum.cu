// SPDX-License-Identifier: MIT
#include "sums.h"

__device__ int block_sum(int value)
{
    __shared__ int parts[sum_threads];
    parts[threadIdx.x] = value;
    __syncthreads();
    for (int half = sum_threads / 2; half > 0; half /= 2) {
        if (threadIdx.x < half)
            parts[threadIdx.x] += parts[threadIdx.x + half];
        __syncthreads();
    }
    return parts[0];
}
