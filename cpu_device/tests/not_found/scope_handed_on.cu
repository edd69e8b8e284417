// SPDX-License-Identifier: MIT
// scope_handed_on.cu: a thread acquires a value by a fence of block scope and tells another block, with no fence of
// device scope anywhere. What a thread has acquired, its atomics release to all blocks.
// CPU exits 0
#include <stdio.h>

__device__ int value, is_set, is_known;

__global__ void hand_on(int *out)
{
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        value = 1;
        __threadfence_block();
        atomicExch(&is_set, 1);
    } else if (blockIdx.x == 0) {
        while (atomicAdd(&is_set, 0) == 0)
            __nanosleep(100);
        __threadfence_block();
        atomicExch(&is_known, 1);
    } else if (threadIdx.x == 0) {
        while (atomicAdd(&is_known, 0) == 0)
            __nanosleep(100);
        __threadfence();
        *out = value;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)))
        return 1;
    hand_on<<<2, 2>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
