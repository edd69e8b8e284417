// SPDX-License-Identifier: MIT
// groups_grid_sync_missing.cu: the first block adds up what all stored, after a barrier of its own block only.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {load}
// CPU says kernel total
// all exits 0
#include <cooperative_groups.h>
#include <stdio.h>

namespace cg = cooperative_groups;

const int blocks = 4, threads = 32;

__global__ void total(int *parts, int *out)
{
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x == 0)
        parts[grid.block_rank()] = blockIdx.x + 1; // {store}
#ifdef FIXED
    grid.sync();
#else
    cg::this_thread_block().sync();
#endif
    if (grid.thread_rank() == 0) {
        int sum = 0;
        for (int i = 0; i < blocks; i++)
            sum += parts[i]; // {load}
        *out = sum;
    }
}

int main()
{
    int *parts, *dev_out, out = 0;
    if (cudaMalloc(&parts, blocks * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    cudaMemset(parts, 0, blocks * sizeof(int));
    void *arguments[] = {&parts, &dev_out};
    cudaError_t error = cudaLaunchCooperativeKernel(total, blocks, threads, arguments);
    if (error == cudaSuccess)
        error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(parts);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != blocks * (blocks + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
