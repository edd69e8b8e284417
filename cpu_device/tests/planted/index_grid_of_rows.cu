// SPDX-License-Identifier: MIT
// index_grid_of_rows.cu: the grid has three rows of blocks, and the kernel never reads blockIdx.y: each element is
// squared three times.
// CPU exits 3
// CPU finds race-between-blocks: at {square}
// CPU says differ only in blockIdx.y, which kernel square never reads
// all exits 0
#include <stdio.h>

const int n = 128;

__global__ void square(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * x[i]; // {square}
}

int main()
{
    int *dev_x, x[n];
    for (int i = 0; i < n; i++)
        x[i] = i % 10 + 2;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess ||
        cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    square<<<dim3(4, 3), 32>>>(dev_x);
#else
    square<<<4, 32>>>(dev_x);
#endif
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != (i % 10 + 2) * (i % 10 + 2))
            return 1;
#endif
    return error != cudaSuccess;
}
