// SPDX-License-Identifier: MIT
// cluster_exits_early.cu: the block with the sum may exit before the other block has read it.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds peer-exited: at {read}
// racecheck exits 3
// racecheck prints RACECHECK SUMMARY
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 2, threads = 64;

__global__ void __cluster_dims__(blocks, 1, 1) take_from_other(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x;
    line[t] = blockIdx.x * threads + t;
    cluster.sync();
    const int *theirs = cluster.map_shared_rank(line, 1 - cluster.block_rank());
    out[blockIdx.x * threads + t] = theirs[t]; // {read}
#ifdef FIXED
    cluster.sync();
#endif
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 4 * threads * sizeof(int)) != cudaSuccess)
        return 1;
    take_from_other<<<4, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 4 * threads && error == cudaSuccess; i++)
        if (out[i] != (i / threads ^ 1) * threads + i % threads)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
