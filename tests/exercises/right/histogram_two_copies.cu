// SPDX-License-Identifier: MIT
// Counters for the even and for the odd warps.
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int counts[2][bin_count];
    for (int i = threadIdx.x; i < 2 * bin_count; i += blockDim.x)
        counts[i / bin_count][i % bin_count] = 0;
    __syncthreads();
    int *mine = counts[threadIdx.x / 32 % 2];
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&mine[in[i]], 1);
    __syncthreads();
    for (int bin = threadIdx.x; bin < bin_count; bin += blockDim.x)
        atomicAdd(&bins[bin], counts[0][bin] + counts[1][bin]);
}
