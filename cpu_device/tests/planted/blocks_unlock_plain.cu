// SPDX-License-Identifier: MIT
// blocks_unlock_plain.cu: a lock is taken by an atomic and given back by a plain store.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {lock}, writes {unlock}
// all exits 0
#include <stdio.h>

const int blocks = 12;

__global__ void count(int *mutex, int *total)
{
    while (atomicCAS(mutex, 0, 1) != 0) // {lock}
        ;
    __threadfence();
    *total += 1;
    __threadfence();
#ifndef FIXED
    *mutex = 0; // {unlock}
#else
    atomicExch(mutex, 0);
#endif
}

int main()
{
    int *dev, result[2] = {};
    if (cudaMalloc(&dev, sizeof result) != cudaSuccess || cudaMemset(dev, 0, sizeof result) != cudaSuccess)
        return 1;
    count<<<blocks, 1>>>(dev, dev + 1);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), result[1]);
#ifdef FIXED
    if (result[1] != blocks)
        return 1;
#endif
    return error != cudaSuccess;
}
