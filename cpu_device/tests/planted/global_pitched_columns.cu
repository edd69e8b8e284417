// SPDX-License-Identifier: MIT
// global_pitched_columns.cu: in a pitched array each row is added to the row below, by all rows at once.
// CPU exits 3
// CPU finds race-global: writes {add}, reads {above}
// all exits 0
#include <stdio.h>

const int width = 11, height = 13;

__device__ int *row_of(char *a, size_t pitch, int y)
{
    return (int *)(a + y * pitch);
}

__global__ void add_rows(char *a, size_t pitch)
{
    int x = threadIdx.x, y = threadIdx.y + 1;
#ifndef FIXED
    int above = row_of(a, pitch, y - 1)[x]; // {above}
    row_of(a, pitch, y)[x] += above;        // {add}
#else
    if (threadIdx.y == 0)
        for (; y < height; y++)
            row_of(a, pitch, y)[x] += row_of(a, pitch, y - 1)[x];
#endif
}

int main()
{
    char *dev_a;
    size_t pitch;
    int a[height][width];
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            a[y][x] = x + 1;
    if (cudaMallocPitch(&dev_a, &pitch, sizeof a[0], height) != cudaSuccess ||
        cudaMemcpy2D(dev_a, pitch, a, sizeof a[0], sizeof a[0], height, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    add_rows<<<1, dim3(width, height - 1)>>>(dev_a, pitch);
    cudaError_t error = cudaMemcpy2D(a, sizeof a[0], dev_a, pitch, sizeof a[0], height, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[height - 1][0]);
#ifdef FIXED
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (a[y][x] != (x + 1) * (y + 1))
                return 1;
#endif
    return error != cudaSuccess;
}
