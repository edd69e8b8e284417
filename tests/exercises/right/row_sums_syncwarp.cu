// SPDX-License-Identifier: MIT
// A tree in shared memory, in each warp.
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    __shared__ int cache[warps][32];
    int lane = threadIdx.x % 32, warp = threadIdx.x / 32, row = warp + blockIdx.x * warps;
    int sum = 0;
    if (row < rows)
        for (int i = lane; i < columns; i += 32)
            sum += matrix[row * columns + i];
    cache[warp][lane] = sum;
    for (int half = 16; half > 0; half /= 2) {
        __syncwarp();
        if (lane < half)
            cache[warp][lane] += cache[warp][lane + half];
    }
    if (lane == 0 && row < rows)
        sums[row] = cache[warp][0];
}
