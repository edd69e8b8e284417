// SPDX-License-Identifier: MIT
// cluster_of_one.cu: a launch without clusters counts as one of clusters of one block.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

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
    int *out, wrong = 0;
    if (cudaMallocManaged((void **)&out, 3 * threads * sizeof(int)) != cudaSuccess)
        return 1;
    reverse<<<3, threads>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < 3 * threads; i++)
        wrong += out[i] != threads - i % threads;
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
