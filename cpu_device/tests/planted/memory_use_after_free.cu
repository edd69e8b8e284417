// SPDX-License-Identifier: MIT
// memory_use_after_free.cu: the input is freed before the kernel that reads it is launched.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says kernel twice, block (0,0,0)
// CPU says reads a[0] at address
// CPU says in 1000 bytes from cudaMalloc at memory_use_after_free.cu:{malloc}, freed at memory_use_after_free.cu:{free}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_use_after_free.cu:{read}
#include <stdio.h>

const int n = 250;

__global__ void twice(const int *a, int *out)
{
    out[threadIdx.x] = 2 * a[threadIdx.x]; // {read}
}

int main()
{
    int *dev_a, *dev_out, a[n], out[n] = {};
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || // {malloc}
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaFree(dev_a); // {free}
#endif
    twice<<<1, n>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
#ifdef FIXED
    cudaFree(dev_a);
#endif
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[n - 1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
