// SPDX-License-Identifier: MIT
// cluster_ring_queue.cu: each block pushes values to the next one of the ring; atomics give them their places.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) pass(int *out)
{
    __shared__ int queue[threads], count;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, next = (cluster.block_rank() + 1) % blocks;
    if (t == 0)
        count = 0;
    cluster.sync();
    int place = atomicAdd(cluster.map_shared_rank(&count, next), 1);
    cluster.map_shared_rank(queue, next)[place] = 1 << cluster.block_rank();
    cluster.sync();
    out[blockIdx.x * threads + t] = queue[t] + count;
}

int main()
{
    managed_array<int> out(2 * blocks * threads);
    pass<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return (1 << (i / threads + blocks - 1) % blocks) + threads; });
}
