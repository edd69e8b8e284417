// SPDX-License-Identifier: MIT
// 22 banks: a bank serves one word at a time.
//
// This kernel transposes a matrix, coalesced in both directions, and is still slow. Shared memory has 32 banks:
// consecutive words lie in consecutive banks, and a bank serves one word at a time. A row of the tile lies in 32 banks.
// The words of a column are 32 apart, so they all lie in one bank, and a warp that reads a column needs 32 passes.
// Change the layout of the tile so that neither a row nor a column meets a bank twice. The judge counts: each element
// is loaded and stored once.
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
