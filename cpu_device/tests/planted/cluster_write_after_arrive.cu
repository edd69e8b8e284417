// SPDX-License-Identifier: MIT
// cluster_write_after_arrive.cu: a thread overwrites its value after it has arrived: those that have waited read the
// old one or the new one.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) exchange(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = t;
#ifndef FIXED
    auto token = cluster.barrier_arrive();
    line[t] = 2 * t; // {write}
#else
    line[t] = 2 * t;
    auto token = cluster.barrier_arrive();
#endif
    cluster.barrier_wait(cg::cluster_group::arrival_token(token));
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
        if (out[i] != 2 * (i % threads))
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
