// SPDX-License-Identifier: MIT
// Two barriers a step.
#include "judge/scan.h"

__global__ void scan(const int *in, int *out)
{
    __shared__ int cache[most_threads];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = in[i];
    for (int step = 1; step < blockDim.x; step *= 2) {
        __syncthreads(); // all have written
        int before = t >= step ? cache[t - step] : 0;
        __syncthreads(); // all have read
        cache[t] += before;
    }
    out[i] = cache[t];
}
