// SPDX-License-Identifier: MIT
// readers_of_many_blocks.cu: 40 blocks read a value, and only one of them has a fence before it counts itself. What
// other blocks do to a place is kept for up to 32 of them; more count as one.
// CPU exits 0
#include <stdio.h>

const int readers = 40;

__device__ int value = 1, done;

__global__ void overwrite(int *out)
{
    int b = blockIdx.x;
    if (b < readers) {
        out[b] = value;
        if (b == 0)
            __threadfence();
        atomicAdd(&done, 1);
    } else {
        while (atomicAdd(&done, 0) < readers)
            __nanosleep(100);
        __threadfence();
        value = 2;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, readers * sizeof(int)))
        return 1;
    overwrite<<<readers + 1, 1>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
