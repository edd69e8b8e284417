// SPDX-License-Identifier: MIT
// memory_host_variable.cu: the kernel stores its result through a pointer to a variable of main.
// CPU exits 1
// CPU finds illegal-address
// CPU says kernel add, block (0,0,0), thread (0,0,0), at memory_host_variable.cu:{write}
// CPU says writes address
// CPU says host memory
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_host_variable.cu:{write}
#include <stdio.h>

__global__ void add(int a, int b, int *c)
{
    *c = a + b; // {write}
}

int main()
{
    int c = 0, *dev_c;
    if (cudaMalloc(&dev_c, sizeof c) != cudaSuccess)
        return 1;
#ifndef FIXED
    add<<<1, 1>>>(2, 7, &c);
#else
    add<<<1, 1>>>(2, 7, dev_c);
#endif
    cudaError_t error = cudaDeviceSynchronize();
#ifdef FIXED
    error = cudaMemcpy(&c, dev_c, sizeof c, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev_c);
    printf("%s, 2 + 7 = %d\n", cudaGetErrorString(error), c);
#ifdef FIXED
    if (c != 9)
        return 1;
#endif
    return error != cudaSuccess;
}
