// SPDX-License-Identifier: MIT
// memory_sizeof_array_pointer.cu: sizeof of a pointer to the host's array is 8 bytes, so most elements never arrive.
// CPU exits 3
// CPU finds uninitialized-global: at {read}
// CPU says cudaMemcpy() at memory_sizeof_array_pointer.cu:{copy} has copied 8 of these 64 bytes. Is its size right?
// CPU says as in n * sizeof(int)
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>
#include <stdlib.h>

const int n = 16;

__global__ void twice(int *x)
{
    x[threadIdx.x] *= 2; // {read}
}

int main()
{
    int *dev_x, *x = (int *)malloc(n * sizeof(int));
    for (int i = 0; i < n; i++)
        x[i] = i;
    if (cudaMalloc(&dev_x, n * sizeof(int)) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice); // {copy}
#else
    cudaMemcpy(dev_x, x, n * sizeof *x, cudaMemcpyHostToDevice);
#endif
    twice<<<1, n>>>(dev_x);
    cudaError_t error = cudaMemcpy(x, dev_x, n * sizeof *x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != 2 * i)
            return 1;
#endif
    free(x);
    return error != cudaSuccess;
}
