// SPDX-License-Identifier: MIT
// By shuffles, and four sums of warps.
#include "judge/dot.h"

__global__ void dot(const int *a, const int *b, int *partial, int n)
{
    __shared__ int sums[threads_per_block / 32];
    int sum = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        sum += a[i] * b[i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (threadIdx.x % 32 == 0)
        sums[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
        partial[blockIdx.x] = sums[0] + sums[1] + sums[2] + sums[3];
}
