// SPDX-License-Identifier: MIT
// cluster_global_memory.cu: blocks of a cluster exchange values through global memory, with a barrier of the block
// alone.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// CPU says put a cluster.sync() between them
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__device__ int line[2 * blocks * threads];

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, first = (blockIdx.x - cluster.block_rank()) * threads;
    line[blockIdx.x * threads + t] = cluster.block_rank(); // {write}
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    out[blockIdx.x * threads + t] = line[first + (cluster.block_rank() + 1) % blocks * threads + t]; // {read}
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * blocks * threads * sizeof(int)) != cudaSuccess)
        return 1;
    exchange<<<2 * blocks, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * blocks * threads && error == cudaSuccess; i++)
        if (out[i] != (i / threads + 1) % blocks)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
