// SPDX-License-Identifier: MIT
// mixed_sizes.cu: blocks store the halves of a volatile word, and another reads the word. Of two sizes, the two race
// by the letter of PTX; volatile accesses are taken for strong whatever their sizes.
// CPU exits 0
#include <stdio.h>

__device__ volatile unsigned both;

__global__ void halves(unsigned *out)
{
    volatile unsigned short *half = (volatile unsigned short *)&both;
    if (blockIdx.x < 2)
        half[blockIdx.x] = 1;
    else
        *out = both;
}

int main()
{
    unsigned *dev_out;
    if (cudaMalloc(&dev_out, sizeof(unsigned)))
        return 1;
    halves<<<3, 1>>>(dev_out);
    return cudaDeviceSynchronize() || cudaFree(dev_out);
}
