// SPDX-License-Identifier: MIT
// The last lane adds up what the others stored, as if a warp ran in step. Says: race on shared memory
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    __shared__ int cache[warps][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = warp + blockIdx.x * warps;
    if (row >= rows)
        return;
    int sum = 0;
    for (int i = lane; i < columns; i += 32)
        sum += matrix[row * columns + i];
    cache[warp][lane] = sum;
    if (lane == 31) {
        sum = 0;
        for (int i = 0; i < 32; ++i)
            sum += cache[warp][i];
        sums[row] = sum;
    }
}
