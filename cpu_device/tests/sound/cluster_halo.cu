// SPDX-License-Identifier: MIT
// cluster_halo.cu: a stencil whose blocks read the edges of their neighbours in the cluster, with two buffers and one
// barrier a round.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32, rounds = 5, n = blocks * threads;

__global__ void __cluster_dims__(blocks, 1, 1) smooth(int *out)
{
    __shared__ int line[2][threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    line[0][t] = rank * threads + t;
    cluster.sync();
    for (int round = 0; round < rounds; round++) {
        int *now = line[round % 2], *next = line[1 - round % 2];
        const int *left = cluster.map_shared_rank(now, (rank + blocks - 1) % blocks),
                  *right = cluster.map_shared_rank(now, (rank + 1) % blocks);
        next[t] = (t > 0 ? now[t - 1] : left[threads - 1]) + (t < threads - 1 ? now[t + 1] : right[0]);
        cluster.sync();
    }
    out[rank * threads + t] = line[rounds % 2][t];
}

static int expected(int i, int round)
{
    return round == 0 ? (i + n) % n : expected((i + n - 1) % n, round - 1) + expected((i + 1) % n, round - 1);
}

int main()
{
    managed_array<int> out(n);
    smooth<<<blocks, threads>>>(out);
    return check(out, [](int i) { return expected(i, rounds); });
}
