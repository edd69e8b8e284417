// SPDX-License-Identifier: MIT
// large_frame.cu: a local array far larger than the stack and the guard below it: it must not reach the next stack.
// CPU exits 3
// CPU finds stack-overflow
// CPU says kernel large, block (0,0,0), thread (0,0,0)
#include <stdio.h>

__global__ void large(int *a, int n)
{
    volatile char local[4000000];
    for (int i = 0; i < n; i++)
        local[i] = (char)i;
    a[0] = local[n - 1];
}

int main()
{
    int *a;
    cudaMalloc(&a, sizeof *a);
    large<<<1, 2>>>(a, 100);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
