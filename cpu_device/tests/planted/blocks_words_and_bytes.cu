// SPDX-License-Identifier: MIT
// blocks_words_and_bytes.cu: each block fills ten bytes by whole words, and its last word reaches into the next block.
// CPU exits 3
// CPU finds race-between-blocks: writes {fill}, writes {fill}
// all exits 0
#include "../kernel_run.h"

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
    device_array<unsigned char> bytes(n);
    fill<<<blocks, 1>>>(bytes);
    return check_fixed(bytes, [](int i) { return i / per_block + 1; });
}
