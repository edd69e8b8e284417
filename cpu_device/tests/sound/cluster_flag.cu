// SPDX-License-Identifier: MIT
// cluster_flag.cu: a flag in the shared memory of another block, with release and acquire of device scope, orders what
// was stored there.
// Compiled with: -arch=sm_90
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) send(int *out)
{
    __shared__ int box[threads], flag;
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    cluster.sync();
    if (cluster.block_rank() == 0) {
        cluster.map_shared_rank(box, 1)[t] = 3 * t + blockIdx.x;
        __threadfence();
        __syncthreads();
        if (t == 0)
            atomicExch(cluster.map_shared_rank(&flag, 1), 1);
    } else {
        if (t == 0)
            while (atomicAdd(&flag, 0) == 0)
                ;
        __syncthreads();
        __threadfence();
        out[blockIdx.x / blocks * threads + t] = box[t];
    }
    cluster.sync();
}

int main()
{
    int *out, wrong = 0;
    if (cudaMallocManaged((void **)&out, 2 * threads * sizeof(int)) != cudaSuccess)
        return 1;
    send<<<2 * blocks, threads>>>(out);
    if (cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    for (int i = 0; i < 2 * threads; i++)
        wrong += out[i] != 3 * (i % threads) + i / threads * blocks;
    cudaFree(out);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
