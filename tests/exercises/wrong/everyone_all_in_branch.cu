// SPDX-License-Identifier: MIT
// The barrier is in the branch, as is all the rest. Says: divergent barrier: some threads of the block skip it
#include "judge/everyone.h"

__global__ void everyone(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n) {
        cache[threadIdx.x] = in[i];
        __syncthreads();
        out[i] = cache[(i ^ 1) < n ? threadIdx.x ^ 1 : threadIdx.x];
    }
}
