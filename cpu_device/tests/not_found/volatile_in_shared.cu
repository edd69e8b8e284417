// SPDX-License-Identifier: MIT
// volatile_in_shared.cu: a volatile value and its flag in shared memory, with no fence between. What a volatile store
// was to come before is looked for in global memory only.
// CPU exits 0
#include <stdio.h>

__global__ void hand_over(int *out)
{
    __shared__ volatile int value, ready;
    if (threadIdx.x == 0)
        ready = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        value = 1;
        ready = 1; // may be seen before the value
    } else if (threadIdx.x == 32) {
        while (ready == 0)
            __nanosleep(100);
        *out = value;
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
