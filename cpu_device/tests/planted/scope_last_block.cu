// SPDX-License-Identifier: MIT
// scope_last_block.cu: blocks find out by atomicInc_block() which is the last; each might be the first.
// CPU exits 3
// CPU reports 2
// CPU finds race-between-blocks: writes atomically {arrive}, writes atomically {arrive}
// CPU says variable arrived
// all exits 0
#include <stdio.h>

const unsigned blocks = 7, threads = 64;

__device__ unsigned arrived;

__global__ void any_odd(const int *a, int *odd_in_block, int *odd)
{
    int mine = __syncthreads_count(a[blockIdx.x * threads + threadIdx.x] % 2);
    if (threadIdx.x != 0)
        return;
    odd_in_block[blockIdx.x] = mine;
    __threadfence();
#ifndef FIXED
    unsigned before = atomicInc_block(&arrived, blocks - 1); // {arrive}
#else
    unsigned before = atomicInc(&arrived, blocks - 1);
#endif
    __threadfence();
    if (before == blocks - 1)
        for (unsigned i = 0; i < blocks; i++)
            *odd += odd_in_block[i];
}

int main()
{
    int *dev_a, *dev_in_block, *dev_odd, a[blocks * threads], odd = 0;
    for (unsigned i = 0; i < blocks * threads; i++)
        a[i] = i % 3;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess ||
        cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMalloc(&dev_in_block, blocks * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_in_block, 0, blocks * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_odd, sizeof odd) != cudaSuccess || cudaMemset(dev_odd, 0, sizeof odd) != cudaSuccess)
        return 1;
    any_odd<<<blocks, threads>>>(dev_a, dev_in_block, dev_odd);
    cudaError_t error = cudaMemcpy(&odd, dev_odd, sizeof odd, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_in_block);
    cudaFree(dev_odd);
    printf("%s, %d\n", cudaGetErrorString(error), odd);
#ifdef FIXED
    if (odd != 149)
        return 1;
#endif
    return error != cudaSuccess;
}
