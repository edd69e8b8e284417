// SPDX-License-Identifier: MIT
// fence_none_of_last_writers.cu: all threads store rows; the only fence stands before them, in the first thread.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int rows = 5, columns = 12;

__device__ int rows_done;

__global__ void fill(int *table, int *out)
{
    int row = blockIdx.x, column = threadIdx.x;
#ifndef FIXED
    if (column == 0)
        __threadfence();
#endif
    table[row * columns + column] = row * column; // {write}
    __syncthreads();
    if (column != 0)
        return;
#ifdef FIXED
    __threadfence();
#endif
    if (atomicAdd(&rows_done, 1) == rows - 1) {
        __threadfence();
        int sum = 0;
        for (int i = 0; i < rows * columns; i++)
            sum += table[i]; // {read}
        *out = sum;
    }
}

int main()
{
    int *dev_table, *dev_out, out = 0;
    if (cudaMalloc(&dev_table, rows * columns * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_table, 0xff, rows * columns * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_out, sizeof out) != cudaSuccess)
        return 1;
    fill<<<rows, columns>>>(dev_table, dev_out);
    cudaError_t error = cudaMemcpy(&out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(dev_table);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out);
#ifdef FIXED
    if (out != rows * (rows - 1) / 2 * columns * (columns - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
