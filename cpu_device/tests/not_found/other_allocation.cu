// SPDX-License-Identifier: MIT
// other_allocation.cu: an index far past the end of one array leads into another. That is memory that a kernel may
// access; which array an address was meant for is not known.
// CPU exits 0
#include <stdio.h>

__global__ void set(int *a, long i)
{
    a[i] = 1;
}

int main()
{
    int *dev_a, *dev_b;
    if (cudaMalloc(&dev_a, 100 * sizeof(int)) || cudaMalloc(&dev_b, 100 * sizeof(int)))
        return 1;
    set<<<1, 1>>>(dev_a, dev_b - dev_a);
    return cudaDeviceSynchronize() || cudaFree(dev_a) || cudaFree(dev_b);
}
