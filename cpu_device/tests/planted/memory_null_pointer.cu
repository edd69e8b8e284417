// SPDX-License-Identifier: MIT
// memory_null_pointer.cu: the cudaMalloc is missing.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel fill, block (0,0,0)
// CPU says writes a[0] at address
// CPU says a is a null pointer
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_null_pointer.cu:{write}
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x; // {write}
}

int main()
{
    int *dev_a = NULL, a[n] = {};
#ifdef FIXED
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess)
        return 1;
#endif
    fill<<<1, n>>>(dev_a);
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != i)
            return 1;
#endif
    return error != cudaSuccess;
}
