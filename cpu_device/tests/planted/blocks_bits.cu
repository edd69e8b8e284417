// SPDX-License-Identifier: MIT
// blocks_bits.cu: each block sets the bits of its own numbers, but some words hold bits of two blocks.
// CPU exits 3
// CPU finds race-between-blocks: writes {set}, at {set}
// CPU says write atomicOr(&bits[i / 32], 1u << i % 32);
// all exits 0
#include <stdio.h>

const int blocks = 8, per_block = 24, words = blocks * per_block / 32;

__global__ void mark_multiples(unsigned *bits)
{
    int begin = blockIdx.x * per_block;
    for (int i = begin; i < begin + per_block; i++)
        if (i % 5 == 0) {
#ifndef FIXED
            bits[i / 32] |= 1u << i % 32; // {set}
#else
            atomicOr(&bits[i / 32], 1u << i % 32);
#endif
        }
}

int main()
{
    unsigned *dev_bits, bits[words] = {};
    if (cudaMalloc(&dev_bits, sizeof bits) != cudaSuccess || cudaMemset(dev_bits, 0, sizeof bits) != cudaSuccess)
        return 1;
    mark_multiples<<<blocks, 1>>>(dev_bits);
    cudaError_t error = cudaMemcpy(bits, dev_bits, sizeof bits, cudaMemcpyDeviceToHost);
    cudaFree(dev_bits);
    printf("%s, %08x\n", cudaGetErrorString(error), bits[0]);
#ifdef FIXED
    for (int i = 0; i < blocks * per_block; i++)
        if ((bits[i / 32] >> i % 32 & 1) != (i % 5 == 0))
            return 1;
#endif
    return error != cudaSuccess;
}
