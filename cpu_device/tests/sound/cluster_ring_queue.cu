// SPDX-License-Identifier: MIT
// cluster_ring_queue.cu: each block pushes values to the next one of the ring; atomics give them their places.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) pass(int *out)
{
    __shared__ int queue[threads], count;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, next = (cluster.block_rank() + 1) % blocks;
    if (t == 0)
        count = 0;
    cluster.sync();
    int place = atomicAdd(cluster.map_shared_rank(&count, next), 1);
    cluster.map_shared_rank(queue, next)[place] = 1 << cluster.block_rank();
    cluster.sync();
    out[blockIdx.x * threads + t] = queue[t] + count;
}

int main()
{
    int *out, wrong = 0;
    if (cudaMallocManaged((void **)&out, 2 * blocks * threads * sizeof(int)) != cudaSuccess)
        return 1;
    pass<<<2 * blocks, threads>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < 2 * blocks * threads; i++)
        wrong += out[i] != (1 << (i / threads + blocks - 1) % blocks) + threads;
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
