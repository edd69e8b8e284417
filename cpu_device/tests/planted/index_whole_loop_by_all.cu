// SPDX-License-Identifier: MIT
// index_whole_loop_by_all.cu: every thread runs the whole loop of the CPU's program, so each element is doubled by all.
// CPU exits 3
// CPU finds race-global: at {double}
// CPU says differ only in threadIdx.x, which kernel doubled never reads
// all exits 0
#include <stdio.h>

const int n = 64;

__global__ void doubled(int *x)
{
#ifndef FIXED
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i]; // {double}
#else
    int i = threadIdx.x;
    x[i] = 2 * x[i];
#endif
}

int main()
{
    int *dev_x, x[n];
    for (int i = 0; i < n; i++)
        x[i] = i;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess ||
        cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    doubled<<<1, n>>>(dev_x);
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
