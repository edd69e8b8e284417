// SPDX-License-Identifier: MIT
// blocks_variable.cu: each block adds its count to a table of the device with +=, which no atomic makes one step.
// CPU exits 3
// CPU finds race-between-blocks: at {add}
// CPU says kernel count, table[2] (the __device__ variable numbers::table)
// all exits 0
#include <stdio.h>

const int blocks = 8;

namespace numbers
{
__device__ int table[4];
}

// One thread a block, which counts the multiples of 4 among 100 numbers.
__global__ void count()
{
    int *counts = numbers::table; // which g++ optimizes out
    int multiples = 0;
    for (int i = 0; i < 100; i++)
        multiples += (blockIdx.x * 100 + i) % 4 == 0;
#ifdef FIXED
    atomicAdd(&counts[2], multiples);
#else
    counts[2] += multiples; // {add}
#endif
}

int main()
{
    int table[4];
    count<<<blocks, 1>>>();
    if (cudaMemcpyFromSymbol(table, numbers::table, sizeof table) != cudaSuccess)
        return 1;
    printf("%d\n", table[2]);
#ifdef FIXED
    return table[2] != blocks * 25;
#endif
}
