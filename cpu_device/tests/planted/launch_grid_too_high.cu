// SPDX-License-Identifier: MIT
// launch_grid_too_high.cu: 70000 blocks in y, where a grid may have 65535; nobody checks the error.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel number_rows at launch_grid_too_high.cu:{launch}
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int rows = 70000;

__global__ void number_rows(int *a)
{
    int row = blockIdx.x + blockIdx.y;
    a[row] = row;
}

int main()
{
#ifndef FIXED
    dim3 grid(1, rows);
#else
    dim3 grid(rows, 1);
#endif
    static int a[rows];
    int *dev_a;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMemset(dev_a, 0, sizeof a) != cudaSuccess)
        return 1;
    number_rows<<<grid, 1>>>(dev_a); // {launch}
    cudaError_t error = cudaMemcpy(a, dev_a, sizeof a, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    printf("%s, %d\n", cudaGetErrorString(error), a[rows - 1]);
#ifdef FIXED
    for (int i = 0; i < rows; i++)
        if (a[i] != i)
            return 1;
#endif
    return error != cudaSuccess;
}
