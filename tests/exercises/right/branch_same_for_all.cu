// SPDX-License-Identifier: MIT
// A barrier in a branch that the whole block takes, or none of it.
#include "judge/branch.h"

__global__ void branch(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int i = threadIdx.x;
    cache[i] = in[i + blockIdx.x * blockDim.x];
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (i < half)
            cache[i] = max(cache[i], cache[i + half]);
        if (half > 1) // the same for all threads: after the last round no other thread reads
            __syncthreads();
    }
    if (i == 0)
        out[blockIdx.x] = cache[0];
}
