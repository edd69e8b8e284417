// SPDX-License-Identifier: MIT
// stack_overflow.cu: a function on the device calls itself endlessly.
// CPU exits 3
// CPU finds stack-overflow
// CPU says kernel deep, block (0,0,0), thread (0,0,0)
// CPU says fails: cudaErrorIllegalAddress
#include <stdio.h>

__device__ int depth(volatile int *a, int n)
{
    volatile int keep[64];
    keep[n % 64] = n;
    return depth(a, n + 1) + keep[n % 64] + a[0];
}

__global__ void deep(int *a)
{
    a[1] = depth(a, 0);
}

int main()
{
    int *a;
    cudaMalloc(&a, 2 * sizeof(int));
    deep<<<1, 32>>>(a);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
