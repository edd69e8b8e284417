// SPDX-License-Identifier: MIT
// A thread for a row. Says: slow: .*neighbouring threads
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    int row = threadIdx.x + blockIdx.x * warps;
    if (threadIdx.x >= warps || row >= rows)
        return;
    int sum = 0;
    for (int i = 0; i < columns; ++i)
        sum += matrix[row * columns + i];
    sums[row] = sum;
}
