// SPDX-License-Identifier: MIT
// scope_fence_of_writer.cu: a pair of numbers is handed to another block after a __threadfence_block().
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

__device__ double2 pair;
__device__ volatile int state;

__global__ void hand_over(double *out)
{
    if (blockIdx.y == 0) {
        pair.x = 1.5; // {write}
        pair.y = 2.5;
#ifndef FIXED
        __threadfence_block();
#else
        __threadfence();
#endif
        state = 1;
    } else {
        bool there = false;
        for (int i = 0; i < 1000000 && !there; i++) {
            there = state == 1;
            __nanosleep(100);
        }
        __threadfence();
        if (there)
            *out = pair.x + // {read}
                   pair.y;
    }
}

int main()
{
    double *dev_out, out = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMemset(dev_out, 0, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<dim3(1, 2), 1>>>(dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %g\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != 4)
        return 1;
#endif
    return error != cudaSuccess;
}
