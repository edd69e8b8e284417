// SPDX-License-Identifier: MIT
// blocks_zero_and_add.cu: block 0 sets the total to zero, while others add to it already.
// CPU exits 3
// CPU finds race-between-blocks: writes {zero}, writes atomically {add}
// all exits 0
#include <stdio.h>

const int blocks = 9, threads = 64;

__global__ void count_odd(int *total)
{
#ifndef FIXED
    if (blockIdx.x == 0 && threadIdx.x == 0)
        *total = 0; // {zero}
#endif
    int mine = __syncthreads_count(threadIdx.x % 2);
    if (threadIdx.x == 0)
        atomicAdd(total, mine); // {add}
}

int main()
{
    int *dev_total, total = -1;
    if (cudaMalloc(&dev_total, sizeof total) != cudaSuccess ||
        cudaMemcpy(dev_total, &total, sizeof total, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifdef FIXED
    cudaMemset(dev_total, 0, sizeof total);
#endif
    count_odd<<<blocks, threads>>>(dev_total);
    cudaError_t error = cudaMemcpy(&total, dev_total, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev_total);
    printf("%s, %d\n", cudaGetErrorString(error), total);
#ifdef FIXED
    if (total != blocks * threads / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
