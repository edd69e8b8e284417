// SPDX-License-Identifier: MIT
// ++ in shared memory is a load and a store; where one thread runs after the other, no count is lost.
// Says: race on shared memory
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int counts[bin_count];
    if (threadIdx.x < bin_count)
        counts[threadIdx.x] = 0;
    __syncthreads();
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        counts[in[i]]++;
    __syncthreads();
    if (threadIdx.x < bin_count)
        atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
