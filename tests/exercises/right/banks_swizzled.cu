// SPDX-License-Identifier: MIT
// No word more: the column within a row is mixed with the row's number.
#include "judge/banks.h"

__global__ void banks(const int *in, int *out, int n)
{
    __shared__ int tile[side][side];
    int lane = threadIdx.x;
    int first_x = blockIdx.x * side, first_y = blockIdx.y * side;
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        tile[k][lane ^ k] = in[(first_y + k) * n + first_x + lane];
    __syncthreads();
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        out[(first_x + k) * n + first_y + lane] = tile[lane][k ^ lane];
}
