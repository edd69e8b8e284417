// SPDX-License-Identifier: MIT
// cluster_relaxed_begin.cu: a relaxed arrival says only that a block has begun; the sums come after a barrier that
// orders them.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) collect(int *out)
{
    __shared__ int sums[blocks];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, rank = cluster.block_rank();
    __cluster_barrier_arrive_relaxed();
    int value = (rank + 1) * (t + 1);
    for (int lanes = 16; lanes > 0; lanes /= 2)
        value += __shfl_down_sync(~0u, value, lanes);
    __cluster_barrier_wait();
    if (t < blocks) {
        int sum = __shfl_sync((1u << blocks) - 1, value, 0);
        cluster.map_shared_rank(sums, t)[rank] = sum;
    }
    cluster.sync();
    if (t < blocks)
        out[blockIdx.x * blocks + t] = sums[t];
}

int main()
{
    managed_array<int> out(2 * blocks * blocks);
    collect<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return (i % blocks + 1) * threads * (threads + 1) / 2; });
}
