// SPDX-License-Identifier: MIT
// Stores along rows of the result, loads along columns. Says: slow: .*loads of global memory
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    int column = threadIdx.x + blockIdx.y * side, row = threadIdx.y + blockIdx.x * side;
    for (int k = 0; k < side; k += rows_at_once)
        if (column < height && row + k < width)
            out[(row + k) * height + column] = in[column * width + row + k];
}
