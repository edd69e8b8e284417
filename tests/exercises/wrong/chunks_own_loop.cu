// SPDX-License-Identifier: MIT
// Each thread leaves the loop at its own end, so in the last chunk some do not come to the barriers.
// Says: divergent barrier: some threads of the block skip it
#include "judge/chunks.h"

__global__ void chunks(const int *in, int *out, int n)
{
    __shared__ int cache[most_threads + 1];
    for (int i = threadIdx.x; i < n; i += blockDim.x) {
        int after = i - threadIdx.x + blockDim.x;
        cache[threadIdx.x] = in[i];
        if (i == n - 1)
            cache[threadIdx.x + 1] = 0;
        else if (threadIdx.x == blockDim.x - 1)
            cache[blockDim.x] = in[after];
        __syncthreads();
        out[i] = cache[threadIdx.x] - cache[threadIdx.x + 1];
        __syncthreads();
    }
}
