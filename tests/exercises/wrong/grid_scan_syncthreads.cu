// SPDX-License-Identifier: MIT
// A barrier of each block, as if it were one of all: right where the blocks run one after the other.
// Says: race between blocks on global memory
#include "judge/grid_scan.h"

__global__ void grid_scan(const int *in, int *sums, int *out, int n)
{
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = i < n ? in[i] : 0;
    for (int step = 1; step < threads_per_block; step *= 2) {
        __syncthreads();
        int before = t >= step ? cache[t - step] : 0;
        __syncthreads();
        cache[t] += before;
    }
    if (t == threads_per_block - 1)
        sums[blockIdx.x] = cache[t];
    __threadfence();
    __syncthreads();
    int before = 0;
    for (int block = 0; block < blockIdx.x; ++block)
        before += sums[block];
    if (i < n)
        out[i] = before + cache[t];
}
