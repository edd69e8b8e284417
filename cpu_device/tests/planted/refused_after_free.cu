// SPDX-License-Identifier: MIT
// refused_after_free.cu: the copy back comes after cudaFree().
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_after_free.cu:{copy}: invalid argument (cudaErrorInvalidValue)
// CPU says The source is in 4 bytes from cudaMalloc at refused_after_free.cu:{allocation}, freed at refused_after_free.cu:{free}.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

__global__ void answer(int *a)
{
    *a = 42;
}

int main()
{
    int *dev_a, a = 0;
    cudaMalloc((void **)&dev_a, sizeof a); // {allocation}
    answer<<<1, 1>>>(dev_a);
#ifdef FIXED
    cudaMemcpy(&a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
#endif
    cudaFree(dev_a); // {free}
#ifndef FIXED
    cudaMemcpy(&a, dev_a, sizeof a, cudaMemcpyDeviceToHost); // {copy}
    printf("%d\n", a);
    return 0;
#else
    printf("%d\n", a);
    return a != 42;
#endif
}
