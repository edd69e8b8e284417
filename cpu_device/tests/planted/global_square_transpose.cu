// SPDX-License-Identifier: MIT
// global_square_transpose.cu: a matrix is transposed in place; each thread loads one element and stores another.
// CPU exits 3
// CPU finds race-global: writes {store}, reads {load}
// CPU says matrix[
// all exits 0
#include <stdio.h>

const int side = 9;

__device__ float matrix[side][side];

__global__ void transpose()
{
    int row = threadIdx.y, column = threadIdx.x;
    float element = matrix[row][column]; // {load}
#ifdef FIXED
    __syncthreads();
#endif
    matrix[column][row] = element; // {store}
}

int main()
{
    float a[side][side];
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            a[row][column] = row + 100.0f * column;
    if (cudaMemcpyToSymbol(matrix, a, sizeof a) != cudaSuccess)
        return 1;
    transpose<<<1, dim3(side, side)>>>();
    cudaError_t error = cudaMemcpyFromSymbol(a, matrix, sizeof a);
    printf("%s, %g\n", cudaGetErrorString(error), a[1][0]);
#ifdef FIXED
    for (int row = 0; row < side; row++)
        for (int column = 0; column < side; column++)
            if (a[row][column] != column + 100.0f * row)
                return 1;
#endif
    return error != cudaSuccess;
}
