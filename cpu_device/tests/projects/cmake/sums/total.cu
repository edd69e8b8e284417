// SPDX-License-Identifier: MIT
#include "sums.h"

__device__ int calls;

static __global__ void add_up(const int *words, int n, int *sum)
{
    int mine = 0;
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
        mine += words[i];
    int all = block_sum(mine);
    if (threadIdx.x == 0)
        atomicAdd(sum, all);
    if (threadIdx.x == 0 && blockIdx.x == 0)
        calls += 1;
}

int total(const int *words, int n)
{
    int *dev_words, *dev_sum, sum = 0;
    cudaMalloc(&dev_words, n * sizeof *words);
    cudaMalloc(&dev_sum, sizeof *dev_sum);
    cudaMemcpy(dev_words, words, n * sizeof *words, cudaMemcpyHostToDevice);
    cudaMemset(dev_sum, 0, sizeof *dev_sum);
    add_up<<<4, sum_threads>>>(dev_words, n, dev_sum);
    cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
    cudaFree(dev_words);
    cudaFree(dev_sum);
    return sum;
}
