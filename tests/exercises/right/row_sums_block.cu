// SPDX-License-Identifier: MIT
// The whole block takes its rows one after the other.
#include "judge/row_sums.h"

__global__ void row_sums(const int *matrix, int *sums, int rows, int columns)
{
    __shared__ int sum;
    for (int row = blockIdx.x * warps; row < min(rows, (int)(blockIdx.x + 1) * warps); ++row) {
        if (threadIdx.x == 0)
            sum = 0;
        __syncthreads();
        int mine = 0;
        for (int i = threadIdx.x; i < columns; i += blockDim.x)
            mine += matrix[row * columns + i];
        atomicAdd(&sum, mine);
        __syncthreads();
        if (threadIdx.x == 0)
            sums[row] = sum;
    }
}
