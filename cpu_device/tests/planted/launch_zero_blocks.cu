// SPDX-License-Identifier: MIT
// launch_zero_blocks.cu: a division that rounds down leaves no block for a small array; nobody checks the error.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel fill at launch_zero_blocks.cu:{launch}: a grid of 0 blocks
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 100, threads = 256;

__global__ void fill(int *a)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n)
        a[i] = 7 * i;
}

int main()
{
#ifndef FIXED
    int blocks = n / threads;
#else
    int blocks = (n + threads - 1) / threads;
#endif
    int *dev_a, a[n] = {};
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMemset(dev_a, 0, sizeof a) != cudaSuccess)
        return 1;
    fill<<<blocks, threads>>>(dev_a); // {launch}
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
