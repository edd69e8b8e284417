// SPDX-License-Identifier: MIT
// cluster_bins_cleared_late.cu: a histogram in the shared memory of a cluster: other blocks count before a block has
// cleared its bins.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {clear}, writes atomically {count}
// all exits 0
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 64, bins = 16; // of each block

__global__ void __cluster_dims__(blocks, 1, 1) count(int *out)
{
    __shared__ int counts[bins];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync(); // all have begun
    if (threadIdx.x < bins)
        counts[threadIdx.x] = 0; // {clear}
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    int value = cluster.thread_rank() % (blocks * bins);
    atomicAdd(&cluster.map_shared_rank(counts, value / bins)[value % bins], 1); // {count}
    cluster.sync();
    if (threadIdx.x < bins)
        out[blockIdx.x * bins + threadIdx.x] = counts[threadIdx.x];
}

int main()
{
    managed_array<int> out(2 * blocks * bins);
    count<<<2 * blocks, threads>>>(out);
    return check_fixed(out, threads / bins);
}
