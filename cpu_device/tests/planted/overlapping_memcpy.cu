// SPDX-License-Identifier: MIT
// overlapping_memcpy.cu: each thread moves its row of an array up by one element, with memcpy() in the kernel.
// CPU finds copy-overlaps
// CPU says at overlapping_memcpy.cu:{copy}
// CPU says memcpy() copies 124 bytes to memory that begins 4 bytes after the source.
// all exits 0
#include <stdio.h>
#include <string.h>

const int rows = 64, columns = 32;

__global__ void number(int *a)
{
    for (int i = 0; i < columns; i++)
        a[threadIdx.x * columns + i] = i;
}

__global__ void move_up(int *a, int n)
{
    int *row = a + threadIdx.x * n;
#ifndef FIXED
    memcpy(row + 1, row, (n - 1) * sizeof(int)); // {copy}
#else
    for (int i = n - 1; i > 0; i--)
        row[i] = row[i - 1];
#endif
    row[0] = -1;
}

int main()
{
    int *dev, last = 0;
    if (cudaMalloc(&dev, rows * columns * sizeof(int)) != cudaSuccess)
        return 1;
    number<<<1, rows>>>(dev);
    move_up<<<1, rows>>>(dev, columns);
    cudaError_t error = cudaMemcpy(&last, dev + rows * columns - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), last);
    return error != cudaSuccess;
}
