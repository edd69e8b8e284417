// SPDX-License-Identifier: MIT
// cluster_past_end.cu: the last thread reads one element past the end of its neighbour's line.
// Compiled with: -arch=sm_90
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says reads shared memory: 0 bytes past the end of line
// memcheck exits 3
// memcheck prints Invalid __remote_shared__ read of size 4 bytes
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) right_of(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = t;
    cluster.sync();
    const int *theirs = cluster.map_shared_rank(line, 1 - cluster.block_rank());
#ifndef FIXED
    out[blockIdx.x * threads + t] = theirs[t + 1]; // {read}
#else
    out[blockIdx.x * threads + t] = theirs[t + 1 < threads ? t + 1 : t];
#endif
    cluster.sync();
}

int main()
{
    managed_array<int> out(2 * threads);
    right_of<<<2, threads>>>(out);
    return check_fixed(out, [](int i) { return i % threads + 1 < threads ? i % threads + 1 : threads - 1; });
}
