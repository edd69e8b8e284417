// SPDX-License-Identifier: MIT
// cluster_last_signal.cu: blocks bring their sums to the first block and count up there, each as its last access, and
// exit; the first block exits when it has seen all of them.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) collect(int *out)
{
    __shared__ int sums[blocks], arrived;
    cg::cluster_group cluster = cg::this_cluster();
    int rank = cluster.block_rank();
    if (threadIdx.x == 0)
        arrived = 0;
    cluster.sync(); // all have begun
    if (threadIdx.x != 0)
        return;
    if (rank != 0) {
        cluster.map_shared_rank(sums, 0)[rank] = 10 * blockIdx.x;
        __threadfence();
        atomicAdd(cluster.map_shared_rank(&arrived, 0), 1);
    } else {
        while (atomicAdd(&arrived, 0) < blocks - 1)
            ;
        __threadfence();
        int sum = 0;
        for (int i = 1; i < blocks; i++)
            sum += sums[i];
        out[blockIdx.x / blocks] = sum;
    }
}

int main()
{
    managed_array<int> out(2);
    collect<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return 10 * (3 * blocks * i + 1 + 2 + 3); });
}
