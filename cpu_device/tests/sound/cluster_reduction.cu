// SPDX-License-Identifier: MIT
// cluster_reduction.cu: a sum over a cluster by halving: in each step the lower half of the blocks adds what the upper
// half has.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 8, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) sums(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    unsigned t = threadIdx.x, rank = cluster.block_rank();
    line[t] = rank * threads + t;
    cluster.sync();
    for (unsigned half = blocks / 2; half > 0; half /= 2) {
        if (rank < half)
            line[t] += cluster.map_shared_rank(line, rank + half)[t];
        cluster.sync();
    }
    if (rank == 0)
        out[blockIdx.x / blocks * threads + t] = line[t];
}

int main()
{
    managed_array<int> out(2 * threads);
    sums<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return blocks * (i % threads) + blocks * (blocks - 1) / 2 * threads; });
}
