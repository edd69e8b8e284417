// SPDX-License-Identifier: MIT
// cluster_bins_cleared_late.cu: a histogram in the shared memory of a cluster: other blocks count before a block has
// cleared its bins.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {clear}, writes atomically {count}
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 64, bins = 16; // of each block

__global__ void __cluster_dims__(blocks, 1, 1) count(int *out)
{
    __shared__ int counts[bins];
    cg::cluster_group cluster = cg::this_cluster();
    cluster.sync(); // all have begun
    if (threadIdx.x < bins)
        counts[threadIdx.x] = 0; // {clear}
#ifndef FIXED
    __syncthreads();
#else
    cluster.sync();
#endif
    int value = cluster.thread_rank() % (blocks * bins);
    atomicAdd(&cluster.map_shared_rank(counts, value / bins)[value % bins], 1); // {count}
    cluster.sync();
    if (threadIdx.x < bins)
        out[blockIdx.x * bins + threadIdx.x] = counts[threadIdx.x];
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * blocks * bins * sizeof(int)) != cudaSuccess)
        return 1;
    count<<<2 * blocks, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * blocks * bins && error == cudaSuccess; i++)
        if (out[i] != threads / bins)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
