// SPDX-License-Identifier: MIT
// blocks_flag_too_early.cu: there are fences, but the flag is set before the data that it stands for.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__device__ int data;
__device__ volatile int ready;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
#ifndef FIXED
        ready = 1;
        __threadfence();
        data = 42; // {write}
#else
        data = 42;
        __threadfence();
        ready = 1;
#endif
    } else {
        while (ready == 0)
            __nanosleep(100);
        __threadfence();
        *out = data; // {read}
    }
}

int main()
{
    int *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, 1>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
