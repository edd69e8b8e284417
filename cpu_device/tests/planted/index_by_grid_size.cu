// SPDX-License-Identifier: MIT
// index_by_grid_size.cu: gridDim in place of blockDim, so the blocks' parts overlap, and most elements have no thread.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, writes {store}
// CPU says Both threads compute the same index, i at line {index}
// all exits 0
#include <stdio.h>

const int n = 128;

__global__ void fill(int *x)
{
#ifndef FIXED
    int i = threadIdx.x + blockIdx.x * gridDim.x; // {index}
#else
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#endif
    if (i < n)
        x[i] = 100 * blockIdx.x + threadIdx.x; // {store}
}

int main()
{
    int *dev_x, x[n];
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess || cudaMemset(dev_x, 0, sizeof x) != cudaSuccess)
        return 1;
    fill<<<4, 32>>>(dev_x);
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != 100 * (i / 32) + i % 32)
            return 1;
#endif
    return error != cudaSuccess;
}
