// SPDX-License-Identifier: MIT
// A tree in shared memory.
#include "judge/dot.h"

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int cache[threads_per_block];
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    cache[threadIdx.x] = sum;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (threadIdx.x < half)
            cache[threadIdx.x] += cache[threadIdx.x + half];
    }
    if (threadIdx.x == 0)
        partial[blockIdx.x] = cache[0];
}
