// SPDX-License-Identifier: MIT
// Every element is an atomic addition on global memory. Says: slow: .*atomic operations on global memory
#include "judge/histogram.h"

__global__ void histogram(const int *in, int *bins, int n)
{
    for (int i = threadIdx.x + blockIdx.x * blockDim.x; i < n; i += blockDim.x * gridDim.x)
        atomicAdd(&bins[in[i]], 1);
}
