// SPDX-License-Identifier: MIT
// refused_direction.cu: the result is copied with the kind of the copies before it.
// CPU exits 3
// CPU reports 2
// CPU finds unchecked-call
// CPU says at refused_direction.cu:{copy}: invalid argument (cudaErrorInvalidValue)
// CPU says The direction is wrong: the kind is cudaMemcpyHostToDevice, but the destination is host memory
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
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
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    add<<<(n + 255) / 256, 256>>>(dev_a, dev_b, dev_c, n);
#ifndef FIXED
    cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyHostToDevice); // {copy}
#else
    cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost);
#endif
    printf("%g + %g is %g\n", a[9], b[9], c[9]);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
#ifdef FIXED
    return c[9] != 27;
#endif
    return 0;
}
