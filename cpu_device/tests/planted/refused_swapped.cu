// SPDX-License-Identifier: MIT
// refused_swapped.cu: the arguments of a copy are swapped: the source stands first.
// CPU exits 3
// CPU reports 2
// CPU finds unchecked-call
// CPU says at refused_swapped.cu:{copy}: invalid argument (cudaErrorInvalidValue)
// CPU says The first two arguments are swapped: the destination comes first.
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 4 bytes
#include <stdio.h>

const int n = 1000;

__global__ void add(const float *a, const float *b, float *c, int n)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        c[i] = a[i] + b[i];
}

int main()
{
    static float a[n], b[n], c[n];
    for (int i = 0; i < n; i++) {
        a[i] = i;
        b[i] = 2 * i;
    }
    float *dev_a, *dev_b, *dev_c;
    cudaMalloc((void **)&dev_a, sizeof a);
    cudaMalloc((void **)&dev_b, sizeof b);
    cudaMalloc((void **)&dev_c, sizeof c);
#ifndef FIXED
    cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyHostToDevice); // {copy}
#else
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
#endif
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_c, n);
    cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost);
    printf("%g + %g is %g\n", a[9], b[9], c[9]);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
#ifdef FIXED
    return c[9] != 27;
#endif
    return 0;
}
