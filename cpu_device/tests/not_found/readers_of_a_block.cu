// SPDX-License-Identifier: MIT
// readers_of_a_block.cu: two threads of a block read a value, and only one of them says after a fence that it may be
// overwritten. Of several threads of a block that read one place, one is kept.
// CPU exits 0
#include <stdio.h>

__device__ int value = 1, done;

__global__ void overwrite(int *out)
{
    int t = threadIdx.x;
    if (blockIdx.x == 0) {
        out[t] = value; // thread 1 may be late
        if (t == 0) {
            __threadfence();
            atomicAdd(&done, 1);
        } else {
            atomicAdd(&done, 1);
        }
    } else if (t == 0) {
        while (atomicAdd(&done, 0) < 2)
            __nanosleep(100);
        __threadfence();
        value = 2;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, 2 * sizeof(int)))
        return 1;
    overwrite<<<2, 2>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
