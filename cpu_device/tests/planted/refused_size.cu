// SPDX-License-Identifier: MIT
// refused_size.cu: a copy of n floats, to where n bytes were allocated.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at refused_size.cu:{copy}: invalid argument (cudaErrorInvalidValue)
// CPU says These are 4000 bytes, and the destination has 1000: it is 1000 bytes from cudaMalloc at refused_size.cu:{allocation}.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 1000;

int main()
{
    static float a[n], back[n];
    for (int i = 0; i < n; i++)
        a[i] = i;
    float *dev_a;
#ifndef FIXED
    size_t size = n;
#else
    size_t size = n * sizeof *a;
#endif
    cudaMalloc((void **)&dev_a, size);                      // {allocation}
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice); // {copy}
#ifdef FIXED
    cudaMemcpy(back, dev_a, size, cudaMemcpyDeviceToHost);
#endif
    printf("%g\n", back[n - 1]);
    cudaFree(dev_a);
#ifdef FIXED
    return back[n - 1] != n - 1;
#endif
    return 0;
}
