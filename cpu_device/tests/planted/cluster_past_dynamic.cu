// SPDX-License-Identifier: MIT
// cluster_past_dynamic.cu: a block writes to its neighbour's dynamic shared memory past what the launch gave.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says byte 252 of the dynamic shared memory; the launch gave 252 bytes
// memcheck exits 3
// memcheck prints Invalid __remote_shared__ write of size 4 bytes
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 64;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    extern __shared__ int line[];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    cluster.sync();
    cluster.map_shared_rank(line, 1 - cluster.block_rank())[t] = blockIdx.x; // {write}
    cluster.sync();
    out[blockIdx.x * threads + t] = line[t];
}

#ifndef FIXED
const size_t bytes = threads * sizeof(short) * 2 - sizeof(int);
#else
const size_t bytes = threads * sizeof(int);
#endif

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads, bytes>>>(out);
    return check_fixed(out, [](int i) { return 1 - i / threads; });
}
