// SPDX-License-Identifier: MIT
// cluster_relaxed_arrival.cu: the threads arrive at the barrier of the cluster by the relaxed form, which orders no
// memory.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = blockIdx.x; // {write}
#ifndef FIXED
    __cluster_barrier_arrive_relaxed();
#else
    __cluster_barrier_arrive();
#endif
    __cluster_barrier_wait();
    out[blockIdx.x * threads + t] = cluster.map_shared_rank(line, 1 - cluster.block_rank())[t]; // {read}
    cluster.sync();
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * threads * sizeof(int)) != cudaSuccess)
        return 1;
    exchange<<<2, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * threads && error == cudaSuccess; i++)
        if (out[i] != 1 - i / threads)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
