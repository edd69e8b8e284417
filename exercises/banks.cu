// SPDX-License-Identifier: MIT
// 10 banks: 32 of them.
//
// This kernel transposes a matrix, coalesced in both directions, and is still slow: shared memory has 32 banks, a word
// each in turn, and a bank serves one word at a time. A row of the tile lies in 32 banks; a column, 32 words further
// each time, lies in a single one, and a warp that reads a column waits 32 times. Change how the tile lies in shared
// memory, so that neither a row nor a column meets a bank twice.
//
//     ./run check banks        ./run hint banks
#include "judge/banks.h"

__global__ void banks(const int *in, int *out, int n)
{
    __shared__ int tile[side][side];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int k = 0; k < side; k += rows_at_once)
        tile[threadIdx.y + k][threadIdx.x] = in[(y + k) * n + x];
    __syncthreads();
    int column = threadIdx.x + blockIdx.y * side, row = threadIdx.y + blockIdx.x * side;
    for (int k = 0; k < side; k += rows_at_once)
        out[(row + k) * n + column] = tile[threadIdx.x][threadIdx.y + k];
}
