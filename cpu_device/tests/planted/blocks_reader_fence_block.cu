// SPDX-License-Identifier: MIT
// blocks_reader_fence_block.cu: a block waits for another block's flag, but its fence before the read has block scope.
// CPU exits 3
// CPU finds race-between-blocks
// CPU says block (0,0,0), thread (0,0,0) writes at blocks_reader_fence_block.cu:{write}
// CPU says block (1,0,0), thread (0,0,0) reads at blocks_reader_fence_block.cu:{read}
#include <stdio.h>

__global__ void hand_over(int *data, int *flag, int *out)
{
    if (blockIdx.x == 0) {
        *data = 42; // {write}
        __threadfence();
        atomicExch(flag, 1);
    } else {
        while (atomicAdd(flag, 0) == 0)
            ;
        __threadfence_block();
        *out = *data; // {read}
    }
}

int main()
{
    int *dev, out;
    cudaMalloc(&dev, 3 * sizeof(int));
    cudaMemset(dev, 0, 3 * sizeof(int));
    hand_over<<<2, 1>>>(dev, dev + 1, dev + 2);
    cudaMemcpy(&out, dev + 2, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", out);
    return 0;
}
