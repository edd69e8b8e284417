// SPDX-License-Identifier: MIT
// misaligned.cu: an int at an address that is not a multiple of 4.
// CPU exits 3
// CPU finds misaligned-address
// CPU says kernel load, block (0,0,0), thread (0,0,0), at misaligned.cu:{load}
// CPU says reads 4 bytes at address 0x
// CPU prints misaligned address
#include <stdio.h>

__global__ void load(int *out, const char *bytes)
{
    *out = *(const int *)(bytes + 5); // {load}
}

int main()
{
    int *out;
    char *bytes;
    cudaMalloc(&out, sizeof(int));
    cudaMalloc(&bytes, 256);
    cudaMemset(bytes, 0, 256);
    load<<<1, 1>>>(out, bytes);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
