// SPDX-License-Identifier: MIT
// Each block adds its sum, by atomics, to a variable that the first block has in its shared memory.
#include "judge/cluster_sum.h"

namespace cg = cooperative_groups;

__global__ void cluster_sum(const int *in, int *sums, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ int total;
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    if (t == 0)
        total = 0;
    cluster.sync();
    int mine = __reduce_add_sync(0xffffffff, i < n ? in[i] : 0);
    if (t % 32 == 0)
        atomicAdd(cluster.map_shared_rank(&total, 0), mine);
    cluster.sync();
    if (cluster.block_rank() == 0 && t == 0)
        sums[blockIdx.x / cluster.num_blocks()] = total;
}
