// SPDX-License-Identifier: MIT
// refused_and_exit_0.cu: the program prints a CUDA error and calls exit(0): the device says why the call was refused.
// CPU exits 3
// CPU prints failed: invalid argument
// CPU finds refused-call: at {copy}
// CPU says These are 2048 bytes, and the destination has 1024: it is 1024 bytes from cudaMalloc at
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>
#include <stdlib.h>

const int n = 256;

static void check(cudaError_t error)
{
    if (error == cudaSuccess)
        return;
    printf("failed: %s\n", cudaGetErrorString(error));
    exit(0);
}

int main()
{
    static int a[2 * n];
    int *dev_a;
    check(cudaMalloc(&dev_a, n * sizeof(int)));
#ifndef FIXED
    check(cudaMemcpy(dev_a, a, 2 * n * sizeof(int), cudaMemcpyHostToDevice)); // {copy}
#else
    check(cudaMemcpy(dev_a, a, n * sizeof(int), cudaMemcpyHostToDevice));
#endif
    check(cudaFree(dev_a));
    return 0;
}
