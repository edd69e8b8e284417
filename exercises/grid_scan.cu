// SPDX-License-Identifier: MIT
// 24 grid_scan: a barrier for all blocks.
//
// A scan over the whole array, in one launch: each block scans its own elements and stores its sum in sums[blockIdx.x];
// then it adds the sums of all blocks before it to its elements. Between the two steps all blocks must have stored
// their sums, and __syncthreads() is a barrier for one block only. In a cooperative launch all blocks run at the same
// time, and this_grid().sync() from <cooperative_groups.h> is a barrier for the whole grid, which all threads must
// reach. The judge counts: a block may execute as many loads of global memory as there are blocks, and four more.
//
//     ./run check grid_scan        ./run hint grid_scan
#include "judge/grid_scan.h"

namespace cg = cooperative_groups;

__global__ void grid_scan(const int *in, int *sums, int *out, int n)
{
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    // your code
}
