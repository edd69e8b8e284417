// SPDX-License-Identifier: MIT
// cluster_of_one.cu: a launch without clusters counts as one of clusters of one block.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 64;

__global__ void reverse(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = t;
    cluster.sync();
    out[blockIdx.x * threads + t] =
        cluster.map_shared_rank(line, 0)[threads - 1 - t] + cluster.num_blocks() + cluster.block_rank();
    cluster.sync();
}

int main()
{
    managed_array<int> out(3 * threads);
    reverse<<<3, threads>>>(out);
    return check(out, [](int i) { return threads - i % threads; });
}
