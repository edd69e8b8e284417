// SPDX-License-Identifier: MIT
// misaligned.cu: 16 bytes at once, from an address that is no multiple of 16.
// CPU says Error: illegal address
// CPU says kernel load, block (0,0,0), thread (0,0,0), at misaligned.cu:{load}
// CPU says an address that no pointer can have, or that its type's alignment forbids
#include <stdio.h>

__global__ void load(int *out, const char *bytes)
{
    int4 v = *(const int4 *)(bytes + 4); // {load}
    *(int4 *)out = v;
}

int main()
{
    int *out;
    char *bytes;
    cudaMalloc(&out, sizeof(int4));
    cudaMalloc(&bytes, 256);
    load<<<1, 1>>>(out, bytes);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
