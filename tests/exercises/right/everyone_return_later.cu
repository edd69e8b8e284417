// SPDX-License-Identifier: MIT
// The return is behind the barrier.
#include "judge/everyone.h"

__global__ void everyone(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    cache[threadIdx.x] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    out[i] = cache[(i ^ 1) < n ? threadIdx.x ^ 1 : threadIdx.x];
}
