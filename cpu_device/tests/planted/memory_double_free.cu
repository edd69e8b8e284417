// SPDX-License-Identifier: MIT
// memory_double_free.cu: two pointers lead to the same memory, and both are freed.
// CPU exits 3
// CPU finds double-free
// CPU says at memory_double_free.cu:{again}: 1024 bytes from cudaMalloc
// CPU says at memory_double_free.cu:{malloc}, freed at memory_double_free.cu:{free}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 256;

__global__ void increment(const int *from, int *to)
{
    to[threadIdx.x] = from[threadIdx.x] + 1;
}

int main()
{
    int *dev_from, *dev_to, a[n] = {};
    if (cudaMalloc(&dev_from, sizeof a) != cudaSuccess) // {malloc}
        return 1;
    dev_to = dev_from; // in place
    cudaError_t error = cudaMemcpy(dev_from, a, sizeof a, cudaMemcpyHostToDevice);
    increment<<<1, n>>>(dev_from, dev_to);
    if (error == cudaSuccess)
        error = cudaMemcpy(a, dev_to, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_from); // {free}
#ifndef FIXED
    cudaFree(dev_to); // {again}
#endif
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
    for (int i = 0; i < n; i++)
        if (a[i] != 1)
            return 1;
    return error != cudaSuccess;
}
