// SPDX-License-Identifier: MIT
// refused_and_ended.cu: a program that ends at the first error, whose name does not say why the call was refused.
// CPU exits 1
// CPU finds refused-call: at {copy}
// CPU says These are 4000 bytes, and the source has 400: it is byte 3600 of 4000 bytes from cudaMalloc
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>
#include <stdlib.h>

const int n = 1000;

static void check(cudaError_t error)
{
    if (error != cudaSuccess) {
        printf("%s\n", cudaGetErrorString(error));
        exit(EXIT_FAILURE);
    }
}

int main()
{
    static int a[n], last[n];
    int *dev_a;
    for (int i = 0; i < n; i++)
        a[i] = i;
    check(cudaMalloc((void **)&dev_a, sizeof a));
    check(cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice));
#ifndef FIXED
    size_t size = sizeof a;
#else
    size_t size = sizeof a / 10;
#endif
    check(cudaMemcpy(last, dev_a + n - n / 10, size, cudaMemcpyDeviceToHost)); // {copy}
    check(cudaFree(dev_a));
    printf("%d\n", last[0]);
    return last[0] != n - n / 10;
}
