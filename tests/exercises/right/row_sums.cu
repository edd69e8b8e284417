// SPDX-License-Identifier: MIT
// Shuffles.
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    int lane = threadIdx.x % 32, row = threadIdx.x / 32 + blockIdx.x * warps;
    if (row >= rows)
        return; // a whole warp
    int sum = 0;
    for (int i = lane; i < columns; i += 32)
        sum += matrix[row * columns + i];
    for (int step = 16; step > 0; step /= 2)
        sum += __shfl_down_sync(0xffffffff, sum, step);
    if (lane == 0)
        sums[row] = sum;
}
