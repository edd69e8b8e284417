// SPDX-License-Identifier: MIT
// blocks_plain_flag.cu: a block waits for a plain flag of another one, which passes the value itself by atomics.
// Run with: CPU_DEVICE_CORES=1
// CPU exits 3
// CPU finds race-between-blocks: writes {set}, reads {wait}
#include <stdio.h>

__global__ void hand_over(int *value, int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 0) {
#ifndef MENDED
        while (*ready == 0) // {wait}
            ;
#else
        while (atomicAdd(ready, 0) == 0)
            ;
        __threadfence();
#endif
        *out = atomicAdd(value, 0);
    } else {
        atomicExch(value, 42);
        __threadfence();
#ifndef MENDED
        *ready = 1; // {set}
#else
        atomicExch(ready, 1);
#endif
    }
}

int main()
{
    int *dev, values[3] = {};
    if (cudaMalloc(&dev, sizeof values) != cudaSuccess ||
        cudaMemcpy(dev, values, sizeof values, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    hand_over<<<2, 32>>>(dev, dev + 1, dev + 2);
    cudaError_t error = cudaMemcpy(values, dev, sizeof values, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), values[2]);
    return error != cudaSuccess || values[2] != 42;
}
