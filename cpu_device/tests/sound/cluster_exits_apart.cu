// SPDX-License-Identifier: MIT
// cluster_exits_apart.cu: blocks of a cluster that exit at different times, after the last access of their memory.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) sums(int *out)
{
    __shared__ int part;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        part = cluster.block_rank() + 1;
    cluster.sync();
    int sum = 0;
    if (cluster.block_rank() == 0)
        for (int other = 0; other < blocks; other++)
            sum += *cluster.map_shared_rank(&part, other);
    cluster.barrier_arrive(); // what was read is read
    if (cluster.block_rank() == 0)
        out[blockIdx.x / blocks * threads + threadIdx.x] = sum;
    cluster.barrier_wait();
    if (cluster.block_rank() != 0)
        return;
    __syncthreads();
    out[blockIdx.x / blocks * threads + threadIdx.x] += part;
}

int main()
{
    managed_array<int> out(2 * threads);
    sums<<<2 * blocks, threads>>>(out);
    return check(out, blocks * (blocks + 1) / 2 + 1);
}
