// SPDX-License-Identifier: MIT
// cluster_rank_too_large.cu: the last block of a cluster asks for the memory of the one after it.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds wrong-group: at {map}
// CPU says map_shared_rank() for the block of rank 4 of a cluster of 4
// memcheck exits 3
// memcheck prints Invalid __remote_shared__ read of size 4 bytes
// racecheck exits 3
// racecheck prints RACECHECK SUMMARY
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) next_block(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, next = cluster.block_rank() + 1;
    line[t] = cluster.block_rank();
    cluster.sync();
#ifdef FIXED
    next %= blocks;
#endif
    out[blockIdx.x * threads + t] = cluster.map_shared_rank(line, next)[t]; // {map}
    cluster.sync();
}

int main()
{
    managed_array<int> out(blocks * threads);
    next_block<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return (i / threads + 1) % blocks; });
}
