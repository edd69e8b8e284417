// SPDX-License-Identifier: MIT
// The last thread adds up what the others stored, and waits for none of them. Says: race on shared memory
#include "judge/dot.h"

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int cache[threads_per_block];
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    if (threadIdx.x == threads_per_block - 1) {
        sum = 0;
        for (int i = 0; i < threads_per_block; ++i)
            sum += cache[i];
        partial[blockIdx.x] = sum;
    }
}
