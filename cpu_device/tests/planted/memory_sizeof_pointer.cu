// SPDX-License-Identifier: MIT
// memory_sizeof_pointer.cu: sizeof of a pointer is 8, whatever the size of the array that it points to.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel fill, block (0,0,0)
// CPU says writes a[2] at address
// CPU says past the end of 8 bytes from cudaMalloc at memory_sizeof_pointer.cu:{malloc}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_sizeof_pointer.cu:{write}
#include <stdio.h>
#include <stdlib.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x; // {write}
}

int main()
{
    int *dev_a, *a = (int *)calloc(n, sizeof(int));
#ifndef FIXED
    size_t size = sizeof a;
#else
    size_t size = n * sizeof *a;
#endif
    if (a == NULL || cudaMalloc(&dev_a, size) != cudaSuccess) // {malloc}
        return 1;
    fill<<<1, n>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, size, cudaMemcpyDeviceToHost);
    int last = a[n - 1];
    cudaFree(dev_a);
    free(a);
    printf("%s, %d\n", cudaGetErrorString(error), last);
#ifdef FIXED
    if (last != n - 1)
        return 1;
#endif
    return error != cudaSuccess;
}
