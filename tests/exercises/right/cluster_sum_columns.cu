// SPDX-License-Identifier: MIT
// The first block adds up the same element of all blocks, and then its own tree; the others wait only for its reads.
#include "judge/cluster_sum.h"

namespace cg = cooperative_groups;

__global__ void cluster_sum(const int *in, int *sums, int n)
{
    cg::cluster_group cluster = cg::this_cluster();
    __shared__ int cache[threads_per_block];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    cache[t] = i < n ? in[i] : 0;
    cluster.sync();
    int sum = 0;
    if (cluster.block_rank() == 0)
        for (unsigned rank = 0; rank < cluster.num_blocks(); ++rank)
            sum += cluster.map_shared_rank(cache, rank)[t];
    cluster.sync();
    if (cluster.block_rank() != 0)
        return;
    cache[t] = sum;
    for (int half = threads_per_block / 2; half > 0; half /= 2) {
        __syncthreads();
        if (t < half)
            cache[t] += cache[t + half];
    }
    if (t == 0)
        sums[blockIdx.x / cluster.num_blocks()] = cache[0];
}
