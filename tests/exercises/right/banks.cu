// SPDX-License-Identifier: MIT
// A row has one word more.
#include "judge/banks.h"

__global__ void banks(const int *in, int *out, int n)
{
    __shared__ int tile[side][side + 1];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int k = 0; k < side; k += rows_at_once)
        tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    int column = threadIdx.x + blockIdx.y * side, row = threadIdx.y + blockIdx.x * side;
    for (int k = 0; k < side; k += rows_at_once)
        out[(row + k) * n + column] = tile[threadIdx.x][threadIdx.y + k];
}
