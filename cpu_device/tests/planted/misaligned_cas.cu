// SPDX-License-Identifier: MIT
// misaligned_cas.cu: atomicCAS() at an address that is not a multiple of its size; so for the other atomics.
// CPU exits 3
// CPU finds misaligned-address
// CPU says kernel swap, block (0,0,0), thread (0,0,0), at misaligned_cas.cu:{swap}
// CPU says writes 4 bytes at address 0x
// CPU says fails: cudaErrorMisalignedAddress
// CPU prints misaligned address
#include <stdio.h>

__global__ void swap(unsigned char *bytes)
{
    atomicCAS((unsigned int *)(bytes + 2), 0u, 1u); // {swap}
}

int main()
{
    unsigned char *bytes;
    cudaMalloc(&bytes, 256);
    cudaMemset(bytes, 0, 256);
    swap<<<1, 1>>>(bytes);
    puts(cudaGetErrorString(cudaDeviceSynchronize()));
    return 0;
}
