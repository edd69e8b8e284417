// SPDX-License-Identifier: MIT
// volatile_read_again.cu: a thread reads a volatile value and its flag until the flag is up, and no fence orders the
// two. A volatile load that looks again and again is taken for one that waits.
// CPU exits 0
#include <stdio.h>

__device__ volatile int value, ready;

__global__ void hand_over(int *out)
{
    if (threadIdx.x == 0) {
        int flag, seen;
        do {
            flag = ready;
            seen = value;
            __nanosleep(100);
        } while (flag == 0);
        *out = seen;
    } else if (threadIdx.x == 32) {
        __nanosleep(1000000);
        value = 1;
        ready = 1; // may be seen before the value
    }
}

int main()
{
    int *dev_out;
    if (cudaMalloc(&dev_out, sizeof(int)))
        return 1;
    hand_over<<<1, 64>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
