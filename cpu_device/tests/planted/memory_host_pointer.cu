// SPDX-License-Identifier: MIT
// memory_host_pointer.cu: the kernel gets the array from malloc instead of its copy on the device.
// CPU exits 1
// CPU finds illegal-address: at {read}
// CPU says kernel twice, block (0,0,0)
// CPU says reads address
// CPU says host memory
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
// memcheck prints in memory_host_pointer.cu:{read}
#include <stdio.h>
#include <stdlib.h>

const int n = 256;

__global__ void twice(const int *a, int *out)
{
    out[threadIdx.x] = 2 * a[threadIdx.x]; // {read}
}

int main()
{
    int *dev_a, *dev_out, *a = (int *)malloc(n * sizeof(int));
    if (a == NULL || cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, n * sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = i;
    cudaMemcpy(dev_a, a, n * sizeof(int), cudaMemcpyHostToDevice);
#ifndef FIXED
    twice<<<1, n>>>(a, dev_out);
#else
    twice<<<1, n>>>(dev_a, dev_out);
#endif
    cudaError_t error = cudaMemcpy(a, dev_out, n * sizeof(int), cudaMemcpyDeviceToHost);
    int last = a[n - 1];
    cudaFree(dev_a);
    cudaFree(dev_out);
    free(a);
    printf("%s, %d\n", cudaGetErrorString(error), last);
#ifdef FIXED
    if (last != 2 * (n - 1))
        return 1;
#endif
    return error != cudaSuccess;
}
