// SPDX-License-Identifier: MIT
// memory_leak_overwritten.cu: a pointer is set to a larger array before the smaller one is freed.
// CPU finds leak
// CPU says from cudaMalloc at memory_leak_overwritten.cu:{small}
// memcheck exits 3
// memcheck prints Leaked 512 bytes
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, sizeof a / 2) != cudaSuccess) // {small}
        return 1;
    fill<<<1, n / 2>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a / 2, cudaMemcpyDeviceToHost);
    if (error != cudaSuccess || a[n / 2 - 1] != n / 2 - 1)
        return 1;
#ifdef FIXED
    cudaFree(dev_a);
#endif
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(dev_a);
    error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
    return error != cudaSuccess || a[n - 1] != n - 1;
}
