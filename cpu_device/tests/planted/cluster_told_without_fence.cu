// SPDX-License-Identifier: MIT
// cluster_told_without_fence.cu: a block has read its neighbour's line and says so by a flag, but without a fence: the
// neighbour may exit before the read.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds peer-exited: at {read}
// racecheck exits 3
// racecheck prints RACECHECK SUMMARY
// fixed-racecheck exits 3
// fixed-racecheck prints RACECHECK SUMMARY
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) take(int *out)
{
    __shared__ int line[threads], done;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = 3 * t;
    if (t == 0)
        done = 0;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        out[t] = cluster.map_shared_rank(line, 1)[t]; // {read}
#ifdef FIXED
        __threadfence();
#endif
        __syncthreads();
        if (t == 0)
            atomicExch(cluster.map_shared_rank(&done, 1), 1);
    } else {
        if (t == 0)
            while (atomicAdd(&done, 0) == 0)
                ;
        __syncthreads();
#ifdef FIXED
        __threadfence();
#endif
    }
}

int main()
{
    managed_array<int> out(threads);
    take<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return 3 * i; });
}
