// SPDX-License-Identifier: MIT
// blocks_lost_swap.cu: the first block to swap its number in has won, and the others are to take over its part. They
// take that of the block before them, whose swap may have failed like their own, and so has handed nothing on.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 24, threads = 32;

__device__ int parts[blocks], winner = -1;

__global__ void take_over(int *out)
{
    if (threadIdx.x == 0) {
        int block = blockIdx.x;
        parts[block] = 100 + block; // {write}
        __threadfence();
        int won = atomicCAS(&winner, -1, block);
        __threadfence();
#ifdef FIXED
        int from = won == -1 ? block : won;
#else
        int from = won == -1 ? block : (block + blocks - 1) % blocks;
#endif
        out[block] = parts[from]; // {read}
    }
}

int main()
{
    int *dev_out, out[blocks] = {0};
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    take_over<<<blocks, threads>>>(dev_out);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 1; i < blocks; i++)
        if (out[i] != out[0])
            return 1;
#endif
    return error != cudaSuccess;
}
