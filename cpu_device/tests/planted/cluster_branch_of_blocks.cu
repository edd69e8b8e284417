// SPDX-License-Identifier: MIT
// cluster_branch_of_blocks.cu: the first block of a cluster waits for the cluster once more than the others do, which
// wait for their block.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds divergent-cluster
// CPU says 32 threads wait in a barrier of the cluster at cluster_branch_of_blocks.cu:{cluster}: 0-31
// CPU says block (1,0,0):
// racecheck exits 3
// racecheck prints Deadlock detected in Cluster barrier wait
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 33;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int sum;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        sum = blockIdx.x;
#ifndef FIXED
    if (threadIdx.x < 32)
        cluster.sync(); // {cluster}
    else
        __syncthreads();
#else
    cluster.sync();
#endif
    out[blockIdx.x * threads + threadIdx.x] = *cluster.map_shared_rank(&sum, 1 - cluster.block_rank());
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return 1 - i / threads; });
}
