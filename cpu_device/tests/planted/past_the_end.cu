// SPDX-License-Identifier: MIT
// past_the_end.cu: one element past the end of what cudaMalloc returned.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel fill, block (0,0,0), thread (64,0,0), at past_the_end.cu:{store}
// CPU says just past the end of 256 bytes from cudaMalloc
#include <stdio.h>

__global__ void fill(int *a, int n)
{
    if (threadIdx.x <= n)
        a[threadIdx.x] = 7; // {store}
}

int main()
{
    int *a;
    cudaMalloc(&a, 64 * sizeof(int));
    fill<<<1, 128>>>(a, 64);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
