// SPDX-License-Identifier: MIT
// product_overwrites_rows.cu: the last block of a matrix product stores where other blocks still read. All blocks have
// read these rows and columns, in loops that the checks need not follow.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {column}
// all exits 0
#include <stdio.h>

const int n = 128, side = 16;

__global__ void product(float *a, float *c, float *renewed)
{
    int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] *   // {row}
               a[k * n + column]; // {column}
    c[row * n + column] = sum;
    if (blockIdx.x == n / side - 1 && blockIdx.y == n / side - 1)
#ifdef FIXED
        renewed[row * n + column] = sum;
#else
        a[row * n + column] = sum; // {write}
#endif
}

int main()
{
    static float start[n * n], out[n * n];
    float *a, *c, *renewed;
    if (cudaMalloc(&a, sizeof start) != cudaSuccess || cudaMalloc(&c, sizeof start) != cudaSuccess ||
        cudaMalloc(&renewed, sizeof start) != cudaSuccess)
        return 1;
    for (int i = 0; i < n * n; i++)
        start[i] = 1;
    cudaMemcpy(a, start, sizeof start, cudaMemcpyHostToDevice);
    product<<<dim3(n / side, n / side), dim3(side, side)>>>(a, c, renewed);
    cudaError_t error = cudaMemcpy(out, c, sizeof out, cudaMemcpyDeviceToHost);
    cudaFree(a);
    cudaFree(c);
    cudaFree(renewed);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n * n; i++)
        if (out[i] != n)
            return 1;
#endif
    return error != cudaSuccess;
}
