// SPDX-License-Identifier: MIT
// memory_write_past.cu: <= instead of <: one thread too many writes.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel fill, block (3,0,0), thread (8,0,0), at memory_write_past.cu:{write}
// CPU says writes a[200] at address
// CPU says just past the end of 800 bytes from cudaMalloc at memory_write_past.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_write_past.cu:{write}
#include <stdio.h>

const int n = 200, threads = 64;

__global__ void fill(int *a)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#ifndef FIXED
    if (i <= n)
#else
    if (i < n)
#endif
        a[i] = 7 * i; // {write}
}

int main()
{
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess) // {malloc}
        return 1;
    fill<<<(n + threads - 1) / threads, threads>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != 7 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
