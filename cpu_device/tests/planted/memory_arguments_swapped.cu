// SPDX-License-Identifier: MIT
// memory_arguments_swapped.cu: the destination is the first argument of cudaMemcpy(), and here it is the second.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at memory_arguments_swapped.cu:{copy}
// CPU says The first two arguments are swapped: the destination comes first.
// CPU finds uninitialized-global: at {read}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>

const int n = 16;

__global__ void twice(int *x)
{
    x[threadIdx.x] *= 2; // {read}
}

int main()
{
    int *dev_x, x[n];
    for (int i = 0; i < n; i++)
        x[i] = i;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyHostToDevice); // {copy}
#else
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice);
#endif
    twice<<<1, n>>>(dev_x);
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != 2 * i)
            return 1;
#endif
    return error != cudaSuccess;
}
