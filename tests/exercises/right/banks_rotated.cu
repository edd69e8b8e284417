// SPDX-License-Identifier: MIT
// Each row is rotated by its number.
#include "judge/banks.h"

__global__ void banks(const int *in, int *out, int n)
{
    __shared__ int tile[side * side];
    int lane = threadIdx.x;
    int first_x = blockIdx.x * side, first_y = blockIdx.y * side;
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        tile[k * side + (lane + k) % side] = in[(first_y + k) * n + first_x + lane];
    __syncthreads();
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        out[(first_x + k) * n + first_y + lane] = tile[lane * side + (k + lane) % side];
}
