// SPDX-License-Identifier: MIT
// printf_in_kernel.cu: one thread prints what the block has counted, with strings from several kinds of memory.
#include <stdio.h>

__constant__ char unit[] = "threads";

__global__ void count()
{
    __shared__ int counted;
    __shared__ char name[8];
    if (threadIdx.x == 0)
        counted = 0;
    if (threadIdx.x < 6)
        name[threadIdx.x] = "block"[threadIdx.x];
    __syncthreads();
    atomicAdd(&counted, 1);
    __syncthreads();
    char local[4] = {'o', 'f', '\0'};
    if (threadIdx.x == 0)
        printf("a %s %s %d %s, %.2f%%, %c\n", name, local, counted, unit, 100.0, 'x');
}

int main()
{
    count<<<1, 100>>>();
    return cudaGetLastError() != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess;
}
