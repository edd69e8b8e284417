// SPDX-License-Identifier: MIT
// cluster_waits_unarrived.cu: a thread waits at the barrier of the cluster and has not arrived.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds wrong-cluster-barrier: at {wait}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = blockIdx.x;
#ifdef FIXED
    cluster.barrier_arrive();
#endif
    cluster.barrier_wait(); // {wait}
    out[blockIdx.x * threads + t] = cluster.map_shared_rank(line, 1 - cluster.block_rank())[t];
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return 1 - i / threads; });
}
