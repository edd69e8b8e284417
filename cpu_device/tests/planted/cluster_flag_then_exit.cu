// SPDX-License-Identifier: MIT
// cluster_flag_then_exit.cu: a block says by a flag that its line is ready, and exits before the other block reads it.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds peer-exited: at {read}
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
// racecheck exits 3
// racecheck prints RACECHECK SUMMARY
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) take(int *out)
{
    __shared__ int line[threads], ready;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0)
        ready = 0;
    cluster.sync();
    if (cluster.block_rank() == 1) {
        line[t] = 3 * t;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(cluster.map_shared_rank(&ready, 0), 1);
    } else {
        if (t == 0)
            while (atomicAdd(&ready, 0) == 0)
                ;
        __syncthreads();
        __threadfence();
        out[t] = cluster.map_shared_rank(line, 1)[t]; // {read}
    }
#ifdef FIXED
    cluster.sync();
#endif
}

int main()
{
    managed_array<int> out(threads);
    take<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return 3 * i; });
}
