// SPDX-License-Identifier: MIT
// scope_bits.cu: blocks mark seats in a plan of the whole hall by atomicOr_block(), and a row spans several blocks.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {seat}, writes atomically {seat}
// all exits 0
#include <stdio.h>

const int rows = 3, seats = 64, threads = 16;

__global__ void reserve(unsigned long long *plan)
{
    int seat = blockIdx.x * threads + threadIdx.x, row = blockIdx.y;
    if ((seat + row) % 3 != 0)
#ifndef FIXED
        atomicOr_block(&plan[row], 1ULL << seat); // {seat}
#else
        atomicOr(&plan[row], 1ULL << seat);
#endif
}

int main()
{
    unsigned long long *dev_plan, plan[rows] = {};
    if (cudaMalloc(&dev_plan, sizeof plan) != cudaSuccess || cudaMemset(dev_plan, 0, sizeof plan) != cudaSuccess)
        return 1;
    reserve<<<dim3(seats / threads, rows), threads>>>(dev_plan);
    cudaError_t error = cudaMemcpy(plan, dev_plan, sizeof plan, cudaMemcpyDeviceToHost);
    cudaFree(dev_plan);
    printf("%s, %llx\n", cudaGetErrorString(error), plan[0]);
#ifdef FIXED
    for (int row = 0; row < rows; row++)
        for (int seat = 0; seat < seats; seat++)
            if ((plan[row] >> seat & 1) != ((seat + row) % 3 != 0))
                return 1;
#endif
    return error != cudaSuccess;
}
