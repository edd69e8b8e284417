// SPDX-License-Identifier: MIT
// refused_null_address.cu: cudaMalloc() gets the pointer instead of its address; the cast has silenced the compiler.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_null_address.cu:{allocation}: invalid argument (cudaErrorInvalidValue)
// CPU says A null pointer where the address of a pointer should be, as &data.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

int main()
{
    int *dev_a = NULL, a = 7;
#ifndef FIXED
    cudaMalloc((void **)dev_a, sizeof a); // {allocation}
#else
    cudaMalloc((void **)&dev_a, sizeof a);
    cudaMemcpy(dev_a, &a, sizeof a, cudaMemcpyHostToDevice);
#endif
    cudaFree(dev_a);
    printf("%d\n", a);
    return 0;
}
