// SPDX-License-Identifier: MIT
// Loads along rows, stores along columns. Says: slow: .*stores to global memory
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int k = 0; k < side; k += rows_at_once)
        if (x < width && y + k < height)
            out[x * height + y + k] = in[(y + k) * width + x];
}
