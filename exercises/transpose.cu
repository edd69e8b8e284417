// SPDX-License-Identifier: MIT
// 18 transpose: coalesced in both directions.
//
// A matrix is stored row after row; its transpose has columns for rows. A warp that loads part of a row has to store
// part of a column, and each of its 32 stores goes to a sector of its own. Shared memory can turn the tile: load it row
// by row, wait, and store it row by row of the *result*, so that a thread stores an element that another thread loaded.
// A tile has 32 rows and the block 8 rows of threads: each thread has four elements. Tiles may reach over the edge. The
// judge counts: each element is loaded and stored once, and without atomic operations.
//
//     ./run check transpose        ./run hint transpose
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[side][side];
    int x = threadIdx.x + blockIdx.x * side, y = threadIdx.y + blockIdx.y * side;
    for (int row = 0; row < side; row += rows_at_once)
        if (x < width && y + row < height)
            tile[threadIdx.y + row][threadIdx.x] = in[(y + row) * width + x];
    // your code
}
