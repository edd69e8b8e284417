// SPDX-License-Identifier: MIT
// handed_on_before.cu: a block sees a flag that another has stored over the first one's, and that one has no fence.
// What a place has ever handed on, it goes on handing on.
// CPU exits 0
#include <stdio.h>

__device__ int data;
__device__ volatile int flag;

__global__ void relay(int *out)
{
    if (blockIdx.x == 0) {
        data = 1;
        __threadfence();
        flag = 1;
    } else if (blockIdx.x == 1) {
        while (flag != 1)
            __nanosleep(100);
        flag = 2; // hands on nothing: there is no fence before it
    } else {
        while (flag != 2)
            __nanosleep(100);
        __threadfence();
        *out = data;
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)))
        return 1;
    relay<<<3, 1>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
