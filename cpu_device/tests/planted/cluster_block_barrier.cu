// SPDX-License-Identifier: MIT
// cluster_block_barrier.cu: the second step of a sum over a cluster waits for its own block alone.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) totals(int *out)
{
    __shared__ int part, total;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        part = cluster.block_rank() + 1;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        int sum = 0;
        for (int other = 0; other < blocks; other++)
            sum += *cluster.map_shared_rank(&part, other);
        for (int other = 0; other < blocks; other++)
            *cluster.map_shared_rank(&total, other) = sum; // {write}
    }
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    out[blockIdx.x * threads + threadIdx.x] = total; // {read}
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * blocks * threads);
    totals<<<2 * blocks, threads>>>(out);
    return check_fixed(out, 10);
}
