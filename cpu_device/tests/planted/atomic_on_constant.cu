// SPDX-License-Identifier: MIT
// atomic_on_constant.cu: an atomic operation on a table that is const. Many blocks do it, and all must come to an end.
// CPU exits 1
// CPU finds illegal-address: at {add}
#include <stdio.h>

__device__ const int table[64] = {1, 2, 3};

__global__ void count()
{
    atomicAdd((int *)&table[blockIdx.x % 2], 1); // {add}
}

int main()
{
    count<<<64, 1>>>();
    return cudaDeviceSynchronize() == cudaSuccess ? 0 : 1;
}
