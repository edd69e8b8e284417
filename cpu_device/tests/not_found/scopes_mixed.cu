// SPDX-License-Identifier: MIT
// scopes_mixed.cu: one thread counts by atomicAdd_block(), and another of its block by atomicAdd(), in a counter that
// another block uses too. Of a block's atomics of one place, the last is kept.
// CPU exits 0
#include <stdio.h>

__global__ void count(int *counter, int *is_counted)
{
    if (blockIdx.x == 0) {
        if (threadIdx.x == 0)
            atomicAdd_block(counter, 1);
        __syncthreads();
        if (threadIdx.x == 1) {
            atomicAdd(counter, 1);
            atomicExch(is_counted, 1);
        }
    } else if (threadIdx.x == 0) {
        while (atomicAdd(is_counted, 0) == 0)
            __nanosleep(100);
        atomicAdd(counter, 1);
    }
}

int main()
{
    int *dev; // counter, is_counted
    if (cudaMalloc(&dev, 2 * sizeof(int)) || cudaMemset(dev, 0, 2 * sizeof(int)))
        return 1;
    count<<<2, 2>>>(dev, dev + 1);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
