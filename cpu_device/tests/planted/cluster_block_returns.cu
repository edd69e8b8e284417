// SPDX-License-Identifier: MIT
// cluster_block_returns.cu: the last block has no work and returns before the barrier of its cluster, as a GPU allows.
// Compiled with: -arch=sm_90
// CPU finds cluster-left
// CPU says kernel squares, cluster (1,0,0) of 2 blocks
// CPU says 32 of 64 threads have exited
// CPU says 32 threads wait in a barrier of the cluster at cluster_block_returns.cu:{barrier}: 0-31
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32, n = 3 * threads;

__global__ void __cluster_dims__(blocks, 1, 1) squares(int *out)
{
    cg::cluster_group cluster = cg::this_cluster();
    int i = blockIdx.x * threads + threadIdx.x;
#ifndef FIXED
    if (i >= n)
        return;
#endif
    if (i < n)
        out[i] = i * i;
    cluster.sync(); // {barrier}
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, n * sizeof(int)) != cudaSuccess)
        return 1;
    squares<<<4, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n && error == cudaSuccess; i++)
        if (out[i] != i * i)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
