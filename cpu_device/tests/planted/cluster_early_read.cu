// SPDX-License-Identifier: MIT
// cluster_early_read.cu: each block reads the sums of its cluster after a barrier of its own block alone.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds peer-not-begun: at {read}
// CPU finds race-in-cluster: writes {write}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 64;

__global__ void __cluster_dims__(blocks, 1, 1) sums(int *out)
{
    __shared__ int sum;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        sum = cluster.block_rank() + 1; // {write}
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    if (threadIdx.x < blocks)
        out[blockIdx.x * blocks + threadIdx.x] = *cluster.map_shared_rank(&sum, threadIdx.x); // {read}
    cluster.sync();
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * blocks * blocks * sizeof(int)) != cudaSuccess)
        return 1;
    sums<<<2 * blocks, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * blocks * blocks && error == cudaSuccess; i++)
        if (out[i] != i % blocks + 1)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
