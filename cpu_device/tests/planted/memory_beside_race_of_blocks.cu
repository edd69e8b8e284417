// SPDX-License-Identifier: MIT
// memory_beside_race_of_blocks.cu: a block writes past the array's end; blocks count with ++: both are reported.
// CPU exits 1
// CPU finds illegal-address: at {write}
// CPU says kernel squares, block (3,0,0)
// CPU says writes out[1000] at address
// CPU says past the end of 4000 bytes from cudaMalloc at memory_beside_race_of_blocks.cu:{malloc}
// CPU finds race-between-blocks: writes {count}, at {count}
// memcheck exits 3
// memcheck prints Invalid __global__ write of size 4 bytes
// memcheck prints in memory_beside_race_of_blocks.cu:{write}
#include <stdio.h>

const int n = 1000, threads = 256, blocks = (n + threads - 1) / threads;

__global__ void squares(int *out, int *blocks_done)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#ifdef FIXED
    if (i < n)
#endif
        out[i] = i * i; // {write}
    if (threadIdx.x == 0)
#ifndef FIXED
        ++*blocks_done; // {count}
#else
        atomicAdd(blocks_done, 1);
#endif
}

int main()
{
    int *dev_out, *dev_done, out[n] = {}, done = 0;
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess) // {malloc}
        return 1;
    if (cudaMalloc(&dev_done, sizeof done) != cudaSuccess)
        return 1;
    cudaMemset(dev_done, 0, sizeof done);
    squares<<<blocks, threads>>>(dev_out, dev_done);
    cudaError_t error = cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaMemcpy(&done, dev_done, sizeof done, cudaMemcpyDeviceToHost);
    cudaFree(dev_out);
    cudaFree(dev_done);
    printf("%s, %d blocks\n", cudaGetErrorString(error), done);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (out[i] != i * i)
            return 1;
    if (done != blocks)
        return 1;
#endif
    return error != cudaSuccess;
}
