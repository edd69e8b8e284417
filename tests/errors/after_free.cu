// SPDX-License-Identifier: MIT
// after_free.cu: a kernel gets a pointer that cudaFree has had.
// CPU says Error: illegal address
// CPU says at after_free.cu:{load}
// CPU says in 1000 bytes that cudaFree has freed
#include <stdio.h>

__global__ void load(int *a, int *out)
{
    *out = a[3]; // {load}
}

int main()
{
    int *a, *out;
    cudaMalloc(&a, 1000);
    cudaMalloc(&out, sizeof *out);
    cudaFree(a);
    load<<<1, 1>>>(a, out);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
