// SPDX-License-Identifier: MIT
// blocks_plain_counter.cu: each block adds its part to one total; += is three steps: load, add, store.
// CPU exits 3
// CPU finds race-between-blocks: writes {add}, at {add}
// all exits 0
#include <stdio.h>

const int blocks = 24, threads = 128;

__global__ void count_multiples(int *total)
{
    int i = blockIdx.x * threads + threadIdx.x;
    int mine = __syncthreads_count(i % 3 == 0);
    if (threadIdx.x == 0) {
#ifndef FIXED
        *total += mine; // {add}
#else
        atomicAdd(total, mine);
#endif
    }
}

int main()
{
    int *dev_total, total = 0;
    if (cudaMalloc(&dev_total, sizeof total) != cudaSuccess || cudaMemset(dev_total, 0, sizeof total) != cudaSuccess)
        return 1;
    count_multiples<<<blocks, threads>>>(dev_total);
    cudaError_t error = cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev_total);
    printf("%s, %d\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != blocks * threads / 3)
        return 1;
#endif
    return error != cudaSuccess;
}
