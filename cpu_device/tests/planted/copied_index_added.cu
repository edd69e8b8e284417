// SPDX-License-Identifier: MIT
// copied_index_added.cu: the index is blockIdx.x + threadIdx.x, so the blocks write to the same few elements.
// CPU exits 3
// CPU finds race-between-blocks
// CPU finds uninitialized-on-host
// CPU says 3060 of the 4096 bytes that cudaMemcpy() copied at copied_index_added.cu:{copy}
// initcheck exits 3
// initcheck prints Host API memory access error
#include <stdio.h>
#include <stdlib.h>

const int blocks = 4, threads = 256, n = blocks * threads;

__global__ void iota(int *out, int first)
{
#ifndef FIXED
    int i = blockIdx.x + threadIdx.x;
#else
    int i = blockIdx.x * blockDim.x + threadIdx.x;
#endif
    out[i] = first + blockIdx.x * blockDim.x + threadIdx.x;
}

int main()
{
    int *out = (int *)malloc(n * sizeof(int)), *dev_out, wrong = 0;
    cudaMalloc((void **)&dev_out, n * sizeof(int));
    iota<<<blocks, threads>>>(dev_out, 5);
    cudaMemcpy(out, dev_out, n * sizeof(int), cudaMemcpyDeviceToHost); // {copy}
    for (int i = 0; i < n; i++)
        wrong += out[i] != 5 + i;
    printf("%s\n", wrong ? "wrong" : "right");
    cudaFree(dev_out);
    free(out);
#ifdef FIXED
    return wrong != 0;
#endif
    return 0;
}
