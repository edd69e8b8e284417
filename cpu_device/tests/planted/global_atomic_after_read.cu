// SPDX-License-Identifier: MIT
// global_atomic_after_read.cu: a lane reads a counter and meets a second one, which then adds to it. A third waits for
// that without a fence, and adds as well: nothing orders the read before its atomic.
// CPU exits 3
// CPU finds race-global: writes atomically {add}, reads {read}
// all exits 0
#include <stdio.h>

__global__ void count(int *counter, int *out, int *is_counted)
{
    if (threadIdx.x < 2) {
        if (threadIdx.x == 0)
            *out = *counter; // {read}
        __syncwarp(3);
        if (threadIdx.x == 1) {
            atomicAdd(counter, 1);
#ifdef FIXED
            __threadfence();
#endif
            atomicExch(is_counted, 1);
        }
    } else {
        while (atomicAdd(is_counted, 0) == 0)
            __nanosleep(100);
#ifdef FIXED
        __threadfence();
#endif
        atomicAdd(counter, 1); // {add}
    }
}

int main()
{
    int *dev; // counter, out, is_counted
    if (cudaMalloc(&dev, 3 * sizeof(int)) || cudaMemset(dev, 0, 3 * sizeof(int)))
        return 1;
    count<<<1, 3>>>(dev, dev + 1, dev + 2);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
