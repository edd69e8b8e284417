// SPDX-License-Identifier: MIT
// cluster_read_before_wait.cu: a thread has arrived and reads its neighbour's value before it has waited.
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
    cluster.sync();       // both blocks have begun
    line[t] = blockIdx.x; // {write}
    cluster.barrier_arrive();
#ifdef FIXED
    cluster.barrier_wait();
#endif
    int theirs = cluster.map_shared_rank(line, 1 - cluster.block_rank())[t]; // {read}
#ifndef FIXED
    cluster.barrier_wait();
#endif
    out[blockIdx.x * threads + t] = theirs;
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
