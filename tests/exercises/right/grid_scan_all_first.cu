// SPDX-License-Identifier: MIT
// Each block adds up all that is before it from global memory, after the sums of the warps: no scan of the block's
// sums.
#include "judge/grid_scan.h"

namespace cg = cooperative_groups;

__global__ void grid_scan(const int *in, int *sums, int *out, int n)
{
    __shared__ int warp_sums[threads_per_block / 32];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x, lane = t % 32, warp = t / 32;
    int sum = i < n ? in[i] : 0;
    for (int step = 1; step < 32; step *= 2) {
        int before = __shfl_up_sync(0xffffffff, sum, step);
        sum += lane >= step ? before : 0;
    }
    if (lane == 31)
        warp_sums[warp] = sum;
    __syncthreads();
    for (int w = 0; w < warp; ++w)
        sum += warp_sums[w];
    if (t == threads_per_block - 1)
        sums[blockIdx.x] = sum;
    cg::grid_group grid = cg::this_grid();
    grid.sync();
    for (int block = 0; block < blockIdx.x; ++block)
        sum += sums[block];
    if (i < n)
        out[i] = sum;
}
