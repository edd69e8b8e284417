// SPDX-License-Identifier: MIT
// cluster_writes_and_leaves.cu: each block sends its sum to the first one and exits; the first does not wait for them.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds peer-exited: at {send}
// CPU finds race-in-cluster: writes {send}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) collect(int *out)
{
    __shared__ int sums[blocks];
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    cluster.sync(); // the first block has begun
    if (threadIdx.x == 0)
        cluster.map_shared_rank(sums, 0)[rank] = 10 * rank; // {send}
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    if (rank == 0 && threadIdx.x < blocks)
        out[blockIdx.x + threadIdx.x] = sums[threadIdx.x]; // {read}
}

int main()
{
    managed_array<int> out(2 * blocks);
    collect<<<2 * blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return 10 * (i % blocks); });
}
