// SPDX-License-Identifier: MIT
// wild_pointer.cu: a kernel reads through numbers that are not pointers.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel load, block (2,0,0), thread (3,1,0), at wild_pointer.cu:{load}
// CPU says reads address 0x123456789000: not device memory: a wild or uninitialized pointer
#include <stdio.h>

__global__ void load(int *out, const int *wild)
{
    if (blockIdx.x == 2 && threadIdx.x == 3 && threadIdx.y == 1)
        *out = *wild; // {load}
}

int main()
{
    int *out;
    cudaMalloc(&out, sizeof *out);
    load<<<4, dim3(8, 4)>>>(out, (const int *)0x123456789000);
    return cudaDeviceSynchronize() != cudaErrorIllegalAddress;
}
