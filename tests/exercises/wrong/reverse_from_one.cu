// SPDX-License-Identifier: MIT
// The cache is counted from its end, and the end is one too far. Says: index out of bounds
#include "judge/reverse.h"

__global__ void reverse(int *data)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x, n = blockDim.x;
    cache[most_threads - i] = data[i];
    __syncthreads();
    data[i] = cache[most_threads - (n - 1 - i)];
}
