// SPDX-License-Identifier: MIT
// host_loop_rows.cu: nested loops of the host read managed rows through an array of pointers, too early.
// CPU exits 3
// CPU finds host-too-early
// CPU says at host_loop_rows.cu:{read}:
// CPU says Kernel fill, launched at host_loop_rows.cu:{launch}, may still be running, and uses this memory
// all exits 0
#include <stdio.h>

const int rows = 4, columns = 256;

__global__ void fill(float *row)
{
    row[threadIdx.x] = 1;
}

float add(float **matrix)
{
    float sum = 0;
    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            sum += matrix[y][x]; // {read}
    return sum;
}

int main()
{
    float *matrix[rows];
    for (int y = 0; y < rows; y++)
        if (cudaMallocManaged(&matrix[y], columns * sizeof(float)) != cudaSuccess)
            return 1;
    for (int y = 0; y < rows; y++)
        fill<<<1, columns>>>(matrix[y]); // {launch}
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    float sum = add(matrix);
    printf("%s\n", sum == rows * columns ? "all" : "fewer");
    cudaError_t error = cudaSuccess;
    for (int y = 0; y < rows; y++)
        if (error == cudaSuccess)
            error = cudaFree(matrix[y]);
#ifdef FIXED
    if (sum != rows * columns)
        return 1;
#endif
    return error != cudaSuccess;
}
