// SPDX-License-Identifier: MIT
// child_result_too_early.cu: a kernel reads what the kernel that it has launched is to store.
// Compiled with: -rdc=true
// CPU exits 3
// CPU finds race-with-child
// CPU says kernel square, launched at child_result_too_early.cu:{launch}, writes at child_result_too_early.cu:{store}
// CPU says kernel sum_of_squares, launched at child_result_too_early.cu:{parent}, reads at
// child_result_too_early.cu:{load}
// Only memcheck knows of launches in kernels:
// memcheck exits 0
// fixed-racecheck exits 3
// fixed-synccheck exits 3
// fixed-initcheck exits 3
#include <stdio.h>

const int n = 64;

__global__ void square(int *values)
{
    values[threadIdx.x] *= values[threadIdx.x]; // {store}
}

__global__ void add_up(const int *values, int *sum)
{
    for (int i = 0; i < n; i++)
        *sum += values[i];
}

__global__ void sum_of_squares(int *values, int *sum)
{
    square<<<1, n>>>(values); // {launch}
#ifdef FIXED
    add_up<<<1, 1, 0, cudaStreamTailLaunch>>>(values, sum);
#else
    for (int i = 0; i < n; i++)
        *sum += values[i]; // {load}
#endif
}

int main()
{
    int host[n + 1] = {}, *dev;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&dev, sizeof host);
    cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice);
    sum_of_squares<<<1, 1>>>(dev, dev + n); // {parent}
    cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[n]);
}
