// SPDX-License-Identifier: MIT
// cub_load_without_valid.cu: the last tile is not full, but BlockLoad is not told how many items are valid.
// CPU exits 3
// CPU finds illegal-address: at {load}
// CPU says kernel tile_sums
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <cub/cub.cuh>
#include <stdio.h>

const int threads = 64, items = 4, tile = threads * items, tiles = 3, n = 2 * tile + 100;

__global__ void tile_sums(const int *in, int *sums)
{
    using Load = cub::BlockLoad<int, threads, items, cub::BLOCK_LOAD_STRIPED>;
    using Reduce = cub::BlockReduce<int, threads>;
    __shared__ Reduce::TempStorage temp;
    __shared__ Load::TempStorage load_temp;
    int mine[items], first = blockIdx.x * tile;
#ifdef FIXED
    Load(load_temp).Load(in + first, mine, n - first, 0);
#else
    Load(load_temp).Load(in + first, mine); // {load}
#endif
    int sum = Reduce(temp).Sum(mine);
    if (threadIdx.x == 0)
        sums[blockIdx.x] = sum;
}

int main()
{
    int host[n], *in, *sums;
    for (int i = 0; i < n; i++)
        host[i] = 1;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&sums, tiles * sizeof *sums);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    tile_sums<<<tiles, threads>>>(in, sums);
    cudaError_t error = cudaMemcpy(host, sums, tiles * sizeof *sums, cudaMemcpyDeviceToHost);
    cudaFree(in);
    cudaFree(sums);
    printf("%s, %d %d %d\n", cudaGetErrorString(error), host[0], host[1], host[2]);
}
