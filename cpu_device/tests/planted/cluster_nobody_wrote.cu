// SPDX-License-Identifier: MIT
// cluster_nobody_wrote.cu: each block reads the sum of its neighbour, but only the first block of the cluster has
// stored one.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds uninitialized-shared: at {read}
// all exits 0
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) neighbours(int *out)
{
    __shared__ int sum;
    cg::cluster_group cluster = cg::this_cluster();
#ifndef FIXED
    if (cluster.thread_rank() == 0)
#else
    if (threadIdx.x == 0)
#endif
        sum = cluster.block_rank();
    cluster.sync();
    if (threadIdx.x == 0)
        out[blockIdx.x] = *cluster.map_shared_rank(&sum, (cluster.block_rank() + 1) % blocks); // {read}
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * blocks);
    neighbours<<<2 * blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) % blocks; });
}
