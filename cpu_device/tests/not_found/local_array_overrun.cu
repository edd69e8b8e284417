// SPDX-License-Identifier: MIT
// local_array_overrun.cu: a function writes past the end of a local array of its caller. The thread's own variables lie
// there, and which of them an address was meant for is not known.
// CPU exits 0
#include <stdio.h>

__device__ __noinline__ void fill(int *values, int n)
{
    for (int i = 0; i < n; i++)
        values[i] = i;
}

__global__ void sum(int *out, int n)
{
    int before[8], mine[4], after[8];
    fill(before, 8);
    fill(after, 8);
    fill(mine, n);
    out[threadIdx.x] = before[7] + mine[3] + after[7];
}

int main()
{
    int *dev;
    if (cudaMalloc(&dev, 32 * sizeof(int)))
        return 1;
    sum<<<1, 32>>>(dev, 5);
    return cudaDeviceSynchronize() || cudaFree(dev);
}
