// SPDX-License-Identifier: MIT
// cluster_global_exchange.cu: the barrier of a cluster orders what its blocks store in global memory, too.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32, rounds = 3, n = 2 * blocks * threads;

__device__ int line[2][n];

__global__ void __cluster_dims__(blocks, 1, 1) rotate(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, first = (blockIdx.x - cluster.block_rank()) * threads, i = blockIdx.x * threads + t,
        next = first + (cluster.block_rank() + 1) % blocks * threads + t;
    line[0][i] = i;
    cluster.sync();
    for (int round = 0; round < rounds; round++) {
        line[1 - round % 2][i] = line[round % 2][next];
        cluster.sync();
    }
    out[i] = line[rounds % 2][i];
}

int main()
{
    managed_array<int> out(n);
    rotate<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) {
        return (i / threads / blocks * blocks + (i / threads + rounds) % blocks) * threads + i % threads;
    });
}
