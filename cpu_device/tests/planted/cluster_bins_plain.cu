// SPDX-License-Identifier: MIT
// cluster_bins_plain.cu: a histogram in the shared memory of a cluster that counts without atomics.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {count}, reads {count}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 64, bins = 32; // of each block

__global__ void __cluster_dims__(blocks, 1, 1) count(int *out)
{
    __shared__ int counts[bins];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < bins)
        counts[threadIdx.x] = 0;
    cluster.sync();
    int value = threadIdx.x; // each value comes from one thread of each block
    int *bin = &cluster.map_shared_rank(counts, value / bins)[value % bins];
#ifndef FIXED
    *bin = *bin + 1; // {count}
#else
    atomicAdd(bin, 1);
#endif
    cluster.sync();
    if (threadIdx.x < bins)
        out[blockIdx.x * bins + threadIdx.x] = counts[threadIdx.x];
}

int main()
{
    managed_array<int> out(2 * blocks * bins);
    count<<<2 * blocks, threads>>>(out);
    return check_fixed(out, blocks);
}
