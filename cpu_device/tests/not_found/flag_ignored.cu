// SPDX-License-Identifier: MIT
// flag_ignored.cu: a thread reads the flag, and goes on whatever it is. In this run the flag is up, and that orders
// the two.
// CPU exits 0
#include <stdio.h>

__device__ int data, ready;

__global__ void hand_over(int *out)
{
    if (threadIdx.x == 0) {
        data = 1;
        __threadfence();
        atomicExch(&ready, 1);
    } else if (threadIdx.x == 32) {
        __nanosleep(1000000); // long enough, as a rule
        out[1] = atomicAdd(&ready, 0);
        __threadfence();
        out[0] = data; // also if ready is 0
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, 2 * sizeof(int)))
        return 1;
    hand_over<<<1, 64>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
