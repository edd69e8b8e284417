// SPDX-License-Identifier: MIT
// cluster_histogram.cu: a histogram whose bins are spread over the shared memory of a cluster, counted by atomics.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int blocks = 4, threads = 64, bins = 16, values = 1000; // bins of each block, values of each cluster

__global__ void __cluster_dims__(blocks, 1, 1) count(int *out)
{
    __shared__ int counts[bins];
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x < bins)
        counts[threadIdx.x] = 0;
    cluster.sync();
    for (unsigned i = cluster.thread_rank(); i < values; i += cluster.num_threads()) {
        int value = i * i % (blocks * bins);
        atomicAdd(cluster.map_shared_rank(counts, value / bins) + value % bins, 1);
    }
    cluster.sync();
    if (threadIdx.x < bins)
        out[blockIdx.x * bins + threadIdx.x] = counts[threadIdx.x];
}

static int expected(int bin)
{
    int count = 0;
    for (int i = 0; i < values; i++)
        count += i * i % (blocks * bins) == bin;
    return count;
}

int main()
{
    managed_array<int> out(2 * blocks * bins);
    count<<<2 * blocks, threads>>>(out);
    return check(out, [](int i) { return expected(i % (blocks * bins)); });
}
