// SPDX-License-Identifier: MIT
// A scan in shared memory, then the sums of the blocks before.
#include "judge/grid_scan.h"

namespace cg = cooperative_groups;

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
    cg::this_grid().sync();
    int before = 0;
    for (int block = 0; block < blockIdx.x; ++block)
        before += sums[block];
    if (i < n)
        out[i] = before + cache[t];
}
