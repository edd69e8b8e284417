// SPDX-License-Identifier: MIT
// Thread 0 clears the counters, and nobody waits for it. Says: race on shared memory
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    __shared__ int counts[bin_count];
    if (threadIdx.x == 0)
        for (int i = 0; i < bin_count; ++i)
            counts[i] = 0;
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&counts[in[i]], 1);
    __syncthreads();
    if (threadIdx.x < bin_count)
        atomicAdd(&bins[threadIdx.x], counts[threadIdx.x]);
}
