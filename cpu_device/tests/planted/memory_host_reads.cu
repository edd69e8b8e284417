// SPDX-License-Identifier: MIT
// memory_host_reads.cu: the host reads a result directly in device memory. With a GPU the program crashes.
// CPU exits 3
// CPU finds host-touches-device
// CPU says at memory_host_reads.cu:{read}: byte 0 of 1024 bytes from cudaMalloc at memory_host_reads.cu:{malloc}
// all exits 11
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x + 42;
}

int main()
{
    int *dev_a, first = 0;
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess) // {malloc}
        return 1;
    fill<<<1, n>>>(dev_a);
    cudaError_t error = cudaDeviceSynchronize();
#ifndef FIXED
    first = dev_a[0]; // {read}
#else
    error = cudaMemcpy(&first, dev_a, sizeof first, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), first);
#ifdef FIXED
    if (first != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
