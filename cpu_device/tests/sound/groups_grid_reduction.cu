// SPDX-License-Identifier: MIT
// groups_grid_reduction.cu: a sum in one launch: each block stores its part, and after grid.sync() one block adds up.
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int n = 100000, threads = 128;

__device__ int sum_of_block(cg::thread_block block, int *parts, int value)
{
    auto warp = cg::tiled_partition<32>(block);
    int sum = cg::reduce(warp, value, cg::plus<int>());
    if (warp.thread_rank() == 0)
        parts[warp.meta_group_rank()] = sum;
    cg::sync(block);
    sum = 0;
    if (warp.meta_group_rank() == 0)
        sum = cg::reduce(warp, warp.thread_rank() < threads / 32 ? parts[warp.thread_rank()] : 0, cg::plus<int>());
    cg::sync(block);
    return sum;
}

__global__ void reduce(const int *in, int *of_blocks, int *out)
{
    __shared__ int parts[threads / 32];
    cg::grid_group grid = cg::this_grid();
    cg::thread_block block = cg::this_thread_block();
    int value = 0;
    for (unsigned i = grid.thread_rank(); i < n; i += grid.size())
        value += in[i];
    int sum = sum_of_block(block, parts, value);
    if (block.thread_rank() == 0)
        of_blocks[grid.block_rank()] = sum;
    grid.sync();
    if (grid.block_rank() == 0) {
        value = 0;
        for (unsigned i = block.thread_rank(); i < grid.num_blocks(); i += block.size())
            value += of_blocks[i];
        sum = sum_of_block(block, parts, value);
        if (block.thread_rank() == 0)
            *out = sum;
    }
}

int main()
{
    static int host[n];
    int *in, *of_blocks, *out, sum = 0, result, multiprocessors, each, wrong = 0;
    for (int i = 0; i < n; i++)
        sum += host[i] = i % 1000;
    if (cudaDeviceGetAttribute(&multiprocessors, cudaDevAttrMultiProcessorCount, 0) != cudaSuccess ||
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, reduce, threads, 0) != cudaSuccess)
        return 1;
    int most = multiprocessors * each;
    if (cudaMalloc(&in, sizeof host) != cudaSuccess || cudaMalloc(&of_blocks, most * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&out, sizeof(int)) != cudaSuccess)
        return 1;
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    void *arguments[] = {&in, &of_blocks, &out};
    for (int blocks : {1, 5, most > 40 ? 40 : most}) {
        cudaMemset(out, 0, sizeof(int));
        if (cudaLaunchCooperativeKernel((void *)reduce, blocks, threads, arguments) != cudaSuccess ||
            cudaMemcpy(&result, out, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        wrong += result != sum;
    }
    cudaFree(in);
    cudaFree(of_blocks);
    return cudaFree(out) != cudaSuccess || wrong != 0;
}
