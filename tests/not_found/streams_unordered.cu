// SPDX-License-Identifier: MIT
// streams_unordered.cu: two streams that nothing orders write and read one array. Races are looked for within a
// launch.
// CPU exits 0
#include <stdio.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

__global__ void reverse(const int *a, int *b) // no event makes it wait for fill()
{
    b[threadIdx.x] = a[n - 1 - threadIdx.x];
}

int main()
{
    int *dev_a, *dev_b;
    cudaStream_t one, other;
    if (cudaMalloc(&dev_a, n * sizeof(int)) || cudaMalloc(&dev_b, n * sizeof(int)) ||
        cudaMemset(dev_a, 0, n * sizeof(int)) || cudaStreamCreate(&one) || cudaStreamCreate(&other))
        return 1;
    fill<<<1, n, 0, one>>>(dev_a);
    reverse<<<1, n, 0, other>>>(dev_a, dev_b);
    return cudaDeviceSynchronize() || cudaStreamDestroy(one) || cudaStreamDestroy(other) || cudaFree(dev_a) ||
           cudaFree(dev_b);
}
