// SPDX-License-Identifier: MIT
// stored_and_left.cu: a warp stores and returns before the barrier, so it does not take part in it. A barrier orders
// what all threads of the block did before, those that have returned too.
// CPU exits 0
// CPU says Warning: barrier left by exited threads
#include <stdio.h>

__global__ void halves(int *values, int *out)
{
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= 32)
        return;
    __syncthreads();
    out[threadIdx.x] = values[63 - threadIdx.x];
}

int main()
{
    int *dev;
    if (cudaMalloc(&dev, 96 * sizeof(int)))
        return 1;
    halves<<<1, 64>>>(dev, dev + 64);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
