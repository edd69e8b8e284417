// SPDX-License-Identifier: MIT
// memory_free_host.cu: memory from malloc is given to cudaFree.
// CPU exits 3
// CPU finds wrong-free
// CPU says at memory_free_host.cu:{free}: host memory
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>
#include <stdlib.h>

const int n = 256;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *dev_a, *a = (int *)malloc(n * sizeof(int));
    if (a == NULL || cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(dev_a);
    cudaError_t error = cudaMemcpy(a, dev_a, n * sizeof(int), cudaMemcpyDeviceToHost);
    int last = error == cudaSuccess ? a[n - 1] : -1;
    cudaFree(dev_a);
#ifndef FIXED
    cudaFree(a); // {free}
#else
    free(a);
#endif
    printf("%s, %d\n", cudaGetErrorString(error), last);
    return last != n - 1;
}
