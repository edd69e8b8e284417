// SPDX-License-Identifier: MIT
// after_free.cu: a kernel gets a pointer that was passed to cudaFree.
// CPU exits 3
// CPU finds illegal-address: at {load}
// CPU says in 1000 bytes from cudaMalloc at after_free.cu:{allocate}, freed at after_free.cu:{free}
// CPU says SUMMARY: 1 error,
#include <stdio.h>

__global__ void load(int *a, int *out)
{
    *out = a[3]; // {load}
}

int main()
{
    int *a, *out;
    cudaMalloc(&a, 1000); // {allocate}
    cudaMalloc(&out, sizeof *out);
    cudaFree(a); // {free}
    load<<<1, 1>>>(a, out);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
