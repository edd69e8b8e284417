// SPDX-License-Identifier: MIT
// launch_too_many_threads.cu: no block can have 2048 threads, so the kernel never runs; nobody checks the error.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel fill at launch_too_many_threads.cu:{launch}: 2048 threads a block, of at most 1024
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 2048;
#ifndef FIXED
const int threads = 2048;
#else
const int threads = 1024;
#endif

__global__ void fill(int *a)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    a[i] = 7 * i;
}

int main()
{
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMemset(dev_a, 0, sizeof a) != cudaSuccess)
        return 1;
    fill<<<n / threads, threads>>>(dev_a); // {launch}
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
