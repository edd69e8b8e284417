// SPDX-License-Identifier: MIT
// cluster_write_after_arrive.cu: a thread overwrites its value after it has arrived: those that have waited read the
// old one or the new one.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
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
    line[t] = t;
#ifndef FIXED
    auto token = cluster.barrier_arrive();
    line[t] = 2 * t; // {write}
#else
    line[t] = 2 * t;
    auto token = cluster.barrier_arrive();
#endif
    cluster.barrier_wait(cg::cluster_group::arrival_token(token));
    out[blockIdx.x * threads + t] = cluster.map_shared_rank(line, 1 - cluster.block_rank())[t]; // {read}
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return 2 * (i % threads); });
}
