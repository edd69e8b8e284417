// SPDX-License-Identifier: MIT
// Two conditions, and the barrier in neither.
#include "judge/everyone.h"

__global__ void everyone(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        cache[threadIdx.x] = in[i];
    __syncthreads();
    int neighbour = i ^ 1;
    if (i < n)
        out[i] = cache[neighbour < n ? threadIdx.x ^ 1 : threadIdx.x];
}
