// SPDX-License-Identifier: MIT
// heap_free_argument.cu: the kernel frees its argument, which the host allocated with cudaMalloc.
// CPU exits 1
// CPU finds wrong-free-in-kernel
// CPU says kernel largest, block (0,0,0), thread (0,0,0), at heap_free_argument.cu:{free}
// CPU says free(): byte 0 of 40 bytes from cudaMalloc at heap_free_argument.cu:{malloc}
// memcheck exits 3
// memcheck prints Program hit cudaErrorLaunchFailure (error 719)
#include <stdio.h>

const int n = 10;

__global__ void largest(int *a, int *out)
{
    *out = a[0];
    for (int i = 1; i < n; i++)
        if (*out < a[i])
            *out = a[i];
#ifndef FIXED
    free(a); // {free}
#endif
}

int main()
{
    int *dev_a, *dev_out, a[n] = {3, 1, 4, 1, 5, 9, 2, 6, 5, 3}, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMalloc(&dev_a, sizeof a) != cudaSuccess || // {malloc}
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    largest<<<1, 1>>>(dev_a, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
    return error != cudaSuccess || out != 9;
}
