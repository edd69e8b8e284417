// SPDX-License-Identifier: MIT
// read_before_fences.cu: three blocks read a factor, and the first changes it when the second tells it to, by a fence
// and a flag. The third may still read it. What several blocks read before the first fence of a launch is one access.
// On one core; on several, chance finds it about one time in twelve.
// Run with: CPU_DEVICE_CORES=1
// CPU exits 0
#include <stdio.h>

const int blocks = 3;

__global__ void scale(int *factor, int *readers, int *is_read, int *out)
{
    out[blockIdx.x] = 10 * *factor;
    atomicAdd(readers, 1); // releases nothing without a fence
    if (blockIdx.x == 1) {
        while (atomicAdd(readers, 0) < blocks)
            __nanosleep(100);
        __threadfence();
        atomicExch(is_read, 1);
    } else if (blockIdx.x == 0) {
        while (atomicAdd(is_read, 0) == 0)
            __nanosleep(100);
        __threadfence();
        *factor = 7;
    }
}

int main()
{
    int *dev; // factor, readers, is_read, out
    if (cudaMalloc(&dev, (3 + blocks) * sizeof(int)) || cudaMemset(dev, 0, 3 * sizeof(int)))
        return 1;
    scale<<<blocks, 1>>>(dev, dev + 1, dev + 2, dev + 3);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
