// SPDX-License-Identifier: MIT
// 28 cluster_sum: the shared memory of the block next door.
//
// The blocks of a cluster run at the same time, and each may read the shared memory of the others. Each block adds up
// its own elements of in, in shared memory; then the first block of each cluster (block_rank() 0) adds up what the
// blocks of its cluster have there, and stores the result in sums, one element for each cluster. map_shared_rank(&own,
// r) gives the address of the variable `own` of block r. A block has its shared memory only from its start to its end,
// so cluster.sync(), which all threads of the cluster must reach, is needed more than once. The judge counts: one load
// of global memory per warp, and no atomic operations there.
//
//     ./run check cluster_sum        ./run hint cluster_sum
#include "judge/cluster_sum.h"

namespace cg = cooperative_groups;

__global__ void cluster_sum(const int *in, int *sums, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    // your code
}
