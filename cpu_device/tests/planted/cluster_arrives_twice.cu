// SPDX-License-Identifier: MIT
// cluster_arrives_twice.cu: a loop arrives at the barrier of the cluster in each round, and waits once after it.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds wrong-cluster-barrier: at {arrive}
// all exits 0
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32, rounds = 2;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = 0;
    for (int round = 0; round < rounds; round++) {
        line[t] += blockIdx.x + 1;
        cluster.barrier_arrive(); // {arrive}
#ifdef FIXED
        cluster.barrier_wait();
#endif
    }
#ifndef FIXED
    cluster.barrier_wait();
#endif
    out[blockIdx.x * threads + t] = cluster.map_shared_rank(line, 1 - cluster.block_rank())[t];
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return rounds * (2 - i / threads); });
}
