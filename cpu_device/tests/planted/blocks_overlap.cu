// SPDX-License-Identifier: MIT
// blocks_overlap.cu: each block fills its tile and one element more, which is the first of the next tile.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, writes {write}
// all exits 0
#include <stdio.h>

const int blocks = 7, threads = 32, tile = 100, n = blocks * tile;
#ifndef FIXED
const int reach = tile + 1;
#else
const int reach = tile;
#endif

__global__ void number_tiles(int *out)
{
    int begin = blockIdx.x * tile;
    for (int i = begin + threadIdx.x; i < begin + reach && i < n; i += threads)
        out[i] = blockIdx.x; // {write}
}

int main()
{
    int *dev_out, out[n] = {};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    number_tiles<<<blocks, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[tile]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != i / tile)
            return 1;
#endif
    return error != cudaSuccess;
}
