// SPDX-License-Identifier: MIT
// blocks_plain_flag.cu: the flag is a plain variable, which nobody need store at once or look at twice.
// CPU exits 3
// CPU reports 1 to 2: the data are read, and race as well, only where a look has found the flag set
// CPU finds race-between-blocks: writes {set}, reads {look}
// all exits 0
#include <stdio.h>

__device__ int data;
#ifndef MENDED
__device__ int ready;
#else
__device__ volatile int ready;
#endif

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
        data = 42;
        __threadfence();
        ready = 1; // {set}
    } else {
        bool there = false;
#ifndef MENDED
        for (int i = 0; i < 1000 && !there; i++)
            there = ready != 0; // {look}
#else
        while (!there)
            there = ready != 0;
#endif
        __threadfence();
        *out = there ? data : -1;
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
#ifdef MENDED
    if (out != 42)
        return 1;
#endif
    return error != cudaSuccess;
}
