// SPDX-License-Identifier: MIT
// blocks_words_and_bytes.cu: each block fills ten bytes by whole words, and its last word reaches into the next block.
// CPU exits 3
// CPU finds race-between-blocks: writes {fill}, writes {fill}
// all exits 0
#include <stdio.h>

const int blocks = 8, per_block = 10, n = blocks * per_block;

__global__ void fill(unsigned char *bytes)
{
    int begin = blockIdx.x * per_block, end = begin + per_block;
#ifndef FIXED
    unsigned *words = (unsigned *)bytes;
    for (int w = begin / 4; w < (end + 3) / 4; w++)
        words[w] = 0x01010101u * (blockIdx.x + 1); // {fill}
#else
    for (int i = begin; i < end; i++)
        bytes[i] = (unsigned char)(blockIdx.x + 1);
#endif
}

int main()
{
    unsigned char *dev_bytes, bytes[n] = {};
    if (cudaMalloc(&dev_bytes, n) != cudaSuccess)
        return 1;
    fill<<<blocks, 1>>>(dev_bytes);
    cudaError_t error = cudaMemcpy(bytes, dev_bytes, n, cudaMemcpyDeviceToHost);
    cudaFree(dev_bytes);
    printf("%s, %d %d\n", cudaGetErrorString(error), bytes[9], bytes[10]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (bytes[i] != i / per_block + 1)
            return 1;
#endif
    return error != cudaSuccess;
}
