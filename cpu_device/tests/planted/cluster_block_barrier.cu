// SPDX-License-Identifier: MIT
// cluster_block_barrier.cu: the second step of a sum over a cluster waits for its own block alone.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void __cluster_dims__(blocks, 1, 1) totals(int *out)
{
    __shared__ int part, total;
    cg::cluster_group cluster = cg::this_cluster();
    if (threadIdx.x == 0)
        part = cluster.block_rank() + 1;
    cluster.sync();
    if (cluster.block_rank() == 0 && threadIdx.x == 0) {
        int sum = 0;
        for (int other = 0; other < blocks; other++)
            sum += *cluster.map_shared_rank(&part, other);
        for (int other = 0; other < blocks; other++)
            *cluster.map_shared_rank(&total, other) = sum; // {write}
    }
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    out[blockIdx.x * threads + threadIdx.x] = total; // {read}
    cluster.sync();
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * blocks * threads * sizeof(int)) != cudaSuccess)
        return 1;
    totals<<<2 * blocks, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * blocks * threads && error == cudaSuccess; i++)
        if (out[i] != 10)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
