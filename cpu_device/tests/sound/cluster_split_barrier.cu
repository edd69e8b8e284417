// SPDX-License-Identifier: MIT
// cluster_split_barrier.cu: each thread arrives, works on what no other block touches, waits, and then reads its
// neighbour.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 64;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int line[threads], own[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    for (int round = 0; round < 3; round++) {
        line[t] = blockIdx.x + round;
        cg::cluster_group::arrival_token token = cluster.barrier_arrive();
        own[t] = t * round;
        __syncthreads();
        int mine = own[threads - 1 - t];
        cluster.barrier_wait(cg::cluster_group::arrival_token(token));
        out[blockIdx.x * threads + t] = mine + cluster.map_shared_rank(line, 1 - cluster.block_rank())[t];
        cluster.barrier_arrive();
        __syncthreads();
        cluster.barrier_wait();
    }
}

int main()
{
    managed_array<int> out(2 * threads);
    exchange<<<2, threads>>>(out);
    return check(out, [](int i) { return 2 * (threads - 1 - i % threads) + 1 - i / threads + 2; });
}
