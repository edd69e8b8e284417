// SPDX-License-Identifier: MIT
// readers_of_a_block.cu: three threads of a block read a value, and two of them say after a fence that it may be
// overwritten by another block. Of the readers of another block it is known whether they are one or several.
// CPU exits 0
#include <stdio.h>

__device__ int value = 1, done;

__global__ void overwrite(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        out[t] = value; // thread 2 may be late
        if (t < 2)
            __threadfence();
        atomicAdd(&done, 1);
    } else if (t == 0) {
        while (atomicAdd(&done, 0) < 3)
            __nanosleep(100);
        __threadfence();
        value = 2;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, 3 * sizeof(int)))
        return 1;
    overwrite<<<2, 3>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
