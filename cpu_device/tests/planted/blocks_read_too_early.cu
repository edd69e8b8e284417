// SPDX-License-Identifier: MIT
// blocks_read_too_early.cu: a block waits for the flag, but has loaded the data before that.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int threads = 32;

__device__ int data[threads];
__device__ int ready;

__global__ void hand_over(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        data[t] = 3 * t + 1; // {write}
        __syncthreads();
        if (t == 0) {
            __threadfence();
            atomicExch(&ready, 1);
        }
    } else {
#ifndef FIXED
        int value = data[t]; // {read}
#endif
        if (t == 0)
            while (atomicAdd(&ready, 0) == 0)
                __nanosleep(100);
        __syncthreads();
        __threadfence();
#ifdef FIXED
        int value = data[t];
#endif
        out[t] = value;
    }
}

int main()
{
    int *dev_out, out[threads] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    hand_over<<<2, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[threads - 1]);
#ifdef FIXED
    for (int t = 0; t < threads; t++)
        if (out[t] != 3 * t + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
