// SPDX-License-Identifier: MIT
// lost_amounts.cu: every thread adds to a volatile total; an addition between another's load and store is lost.
// CPU finds lost-update: writes {add}, writes {add}
// all exits 0
#include <stdio.h>

const int blocks = 4, threads = 16, n = blocks * threads;

#ifndef FIXED
__device__ volatile int total;
#else
__device__ int total;
#endif

__global__ void add_up(const int *amounts)
{
    int mine = amounts[blockIdx.x * threads + threadIdx.x];
#ifndef FIXED
    total = total + mine; // {add}
#else
    atomicAdd(&total, mine);
#endif
}

int main()
{
    int *dev_amounts, amounts[n], result = 0;
    for (int i = 0; i < n; i++)
        amounts[i] = i + 1;
    if (cudaMalloc(&dev_amounts, sizeof amounts) != cudaSuccess ||
        cudaMemcpy(dev_amounts, amounts, sizeof amounts, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    add_up<<<blocks, threads>>>(dev_amounts);
    cudaError_t error = cudaMemcpyFromSymbol(&result, total, sizeof result);
    cudaFree(dev_amounts);
    printf("%s, %d\n", cudaGetErrorString(error), result);
#ifdef FIXED
    if (result != n * (n + 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
