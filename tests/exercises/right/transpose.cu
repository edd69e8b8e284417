// SPDX-License-Identifier: MIT
// A tile, loaded by rows and stored by rows of the result.
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[side][side + 1]; // one more, so that a column is in 32 banks
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int k = 0; k < side; k += rows_at_once)
        if (x < width && y + k < height)
            tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * width + x];
    __syncthreads();
    int column = threadIdx.x + blockIdx.y * side, row = threadIdx.y + blockIdx.x * side;
    for (int k = 0; k < side; k += rows_at_once)
        if (column < height && row + k < width)
            out[(row + k) * height + column] = tile[threadIdx.x][threadIdx.y + k];
}
