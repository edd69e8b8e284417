// SPDX-License-Identifier: MIT
// cluster_one_barrier_a_round.cu: halos go round a cluster with one barrier in each round: a fast block overwrites what
// a slow one still reads.
// Compiled with: -arch=sm_90
// CPU exits 3
// CPU finds race-in-cluster: writes {write}, reads {read}
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32, rounds = 3;

__global__ void __cluster_dims__(blocks, 1, 1) hand_on(int *out)
{
    __shared__ int line[threads];
    cg::cluster_group cluster = cg::this_cluster();
    int t = threadIdx.x, mine = blockIdx.x * threads + t;
    for (int round = 0; round < rounds; round++) {
        line[t] = mine; // {write}
        cluster.sync();
        mine = cluster.map_shared_rank(line, (cluster.block_rank() + 1) % blocks)[t]; // {read}
#ifdef FIXED
        cluster.sync();
#endif
    }
    cluster.sync();
    out[blockIdx.x * threads + t] = mine;
}

int main()
{
    int *out;
    if (cudaMallocManaged((void **)&out, 2 * blocks * threads * sizeof(int)) != cudaSuccess)
        return 1;
    hand_on<<<2 * blocks, threads>>>(out);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < 2 * blocks * threads && error == cudaSuccess; i++)
        if (out[i] != (i / threads / blocks * blocks + (i / threads + rounds) % blocks) * threads + i % threads)
            return 1;
#endif
    cudaFree(out);
    return error != cudaSuccess;
}
