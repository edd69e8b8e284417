// SPDX-License-Identifier: MIT
// memory_without_sizeof.cu: cudaMalloc gets the number of elements instead of bytes.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel fill, block (0,0,0)
// CPU says writes a[64] at address
// CPU says past the end of 256 bytes from cudaMalloc at memory_without_sizeof.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_without_sizeof.cu:{write}
#include <stdio.h>

const int n = 256;
#ifndef FIXED
const size_t size = n;
#else
const size_t size = n * sizeof(int);
#endif

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x; // {write}
}

int main()
{
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, size) != cudaSuccess) // {malloc}
        return 1;
    fill<<<1, n>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, size, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != i)
            return 1;
#endif
    return error != cudaSuccess;
}
