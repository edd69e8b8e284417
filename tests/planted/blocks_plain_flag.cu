// SPDX-License-Identifier: MIT
// blocks_plain_flag.cu: a block waits in an empty loop for a plain flag of another block. The compiler may not leave
// the loop out, although nothing in it has an effect.
// CPU exits 3
// CPU finds race-between-blocks: writes {set}, reads {wait}
// CPU reports 1 to 2: if the flag is not set before the loop begins, the loop never ends, and the launch times out
// Run with: CPU_DEVICE_TIMEOUT=4
#include <stdio.h>

__global__ void hand_over(int *value, int *ready, int *out)
{
    if (threadIdx.x != 0)
        return;
    if (blockIdx.x == 1) {
#ifdef MENDED
        while (atomicAdd(ready, 0) == 0)
            ;
        __threadfence();
#else
        while (*ready == 0) // {wait}
            ;
#endif
        *out = atomicAdd(value, 0);
    } else {
        atomicExch(value, 42);
        __threadfence();
#ifdef MENDED
        atomicExch(ready, 1);
#else
        *ready = 1; // {set}
#endif
    }
}

int main()
{
    int *dev, host[3] = {};
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess ||
        cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    hand_over<<<2, 32>>>(dev, dev + 1, dev + 2);
    cudaError_t error = cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), host[2]);
#ifdef MENDED
    return error != cudaSuccess || host[2] != 42;
#else
    return 0;
#endif
}
