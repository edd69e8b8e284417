// SPDX-License-Identifier: MIT
// Threads with nothing to compare go on. Says: divergent barrier: some threads of the block skip it
#include "judge/branch.h"

__global__ void branch(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = in[i + blockIdx.x * blockDim.x];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (i >= half)
            continue;
        cache[i] = max(cache[i], cache[i + half]);
        __syncthreads();
    }
    if (i == 0)
        out[blockIdx.x] = cache[0];
}
