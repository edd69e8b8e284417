// SPDX-License-Identifier: MIT
// groups_tile_reductions.cu: sums of tiles of every size by shuffles, by reduce(), and in shared memory with
// tile.sync().
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int threads = 256, blocks = 3, n = threads * blocks;

template <unsigned size> __device__ int by_shuffles(cg::thread_block_tile<size> tile, int value)
{
    for (int i = tile.size() / 2; i > 0; i /= 2)
        value += tile.shfl_down(value, i);
    return tile.shfl(value, 0);
}

__device__ int in_shared_memory(const cg::thread_group &group, int *line, int value)
{
    int rank = group.thread_rank();
    for (int i = group.size() / 2; i > 0; i /= 2) {
        line[rank] = value;
        group.sync();
        if (rank < i)
            value += line[rank + i];
        group.sync();
    }
    return value;
}

// Tiles go different ways.
template <unsigned size> __global__ void reduce_all(const int *in, int *sums)
{
    __shared__ int line[threads];
    cg::thread_block block = cg::this_thread_block();
    cg::thread_block_tile<size> tile = cg::tiled_partition<size>(block);
    int i = cg::this_grid().thread_rank(), tile_number = i / size, first = tile.meta_group_rank() * size, sum;
    if (tile_number % 3 == 0)
        sum = by_shuffles(tile, in[i]);
    else if (tile_number % 3 == 1)
        sum = cg::reduce(tile, in[i], cg::plus<int>());
    else
        sum = in_shared_memory(cg::tiled_partition(block, size), line + first, in[i]);
    if (tile.thread_rank() == 0)
        sums[tile_number] = sum;
    block.sync();
    line[block.thread_rank()] = cg::inclusive_scan(tile, in[i]);
    tile.sync();
    if (tile.thread_rank() == 0 && line[first + size - 1] != sum)
        sums[tile_number] = -1;
}

template <unsigned size> static int wrong(const int *host, const int *in, int *sums)
{
    static int out[n];
    cudaMemset(sums, 0, n * sizeof(int));
    reduce_all<size><<<blocks, threads>>>(in, sums);
    if (cudaMemcpy(out, sums, n / size * sizeof(int), cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i += size) {
        int sum = 0;
        for (unsigned k = 0; k < size; k++)
            sum += host[i + k];
        if (out[i / size] != sum)
            return 1;
    }
    return 0;
}

int main()
{
    static int host[n];
    int *in, *sums;
    for (int i = 0; i < n; i++)
        host[i] = i * 31 % 101;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&sums, sizeof host) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    int result = wrong<2>(host, in, sums) + wrong<4>(host, in, sums) + wrong<8>(host, in, sums) +
                 wrong<16>(host, in, sums) + wrong<32>(host, in, sums);
    cudaFree(in);
    return cudaFree(sums) != cudaSuccess || result != 0;
}
