// SPDX-License-Identifier: MIT
// blocks_add_then_count.cu: all threads add to bins by atomics, and the last block reads the sums: after a barrier one
// thread counts the block; each thread counts itself; each warp's first lane does after a __syncwarp(); the sums are
// read by atomics; and in rounds, where the last block clears the bins.
#include <stdio.h>

const int bins = 24, blocks = 40, threads = 96, ways = 4;

__device__ int histogram[bins], done;

__global__ void count(int way, int *sums)
{
    __shared__ bool last;
    if (threadIdx.x == 0)
        last = false;
    __syncthreads();
    atomicAdd(&histogram[(blockIdx.x + threadIdx.x) % bins], 1);
    int counted = 1;
    switch (way) {
    case 0:
    case 3:
        __syncthreads();
        counted = threadIdx.x == 0;
        break;
    case 1: break;
    case 2: __syncwarp(); counted = threadIdx.x % 32 == 0;
    }
    const int all = way == 1 ? blocks * threads : way == 2 ? blocks * threads / 32 : blocks;
    if (counted) {
        __threadfence();
        if (atomicAdd(&done, 1) == all - 1) {
            __threadfence();
            last = true;
        }
    }
    __syncthreads();
    if (!last)
        return;
    for (int i = threadIdx.x; i < bins; i += threads) {
        sums[i] = way == 3 ? atomicExch(&histogram[i], 0) : histogram[i];
        histogram[i] = 0;
    }
    if (threadIdx.x == 0)
        done = 0;
}

int main()
{
    int *dev, sums[bins], wrong = 0;
    if (cudaMalloc(&dev, sizeof sums) != cudaSuccess)
        return 1;
    for (int way = 0; way < ways; way++) {
        count<<<blocks, threads>>>(way, dev);
        if (cudaMemcpy(sums, dev, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
            return 1;
        for (int i = 0; i < bins; i++)
            wrong += sums[i] != blocks * threads / bins;
    }
    printf("%d wrong\n", wrong);
    return cudaFree(dev) != cudaSuccess || wrong != 0;
}
