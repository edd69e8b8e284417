// SPDX-License-Identifier: MIT
// Two pairs of tiles in turn, one barrier a tile.
#include "judge/product.h"

__global__ void product(const int *a, const int *b, int *c, int n)
{
    __shared__ int tile_a[2][tile][tile], tile_b[2][tile][tile];
    int x = threadIdx.x, y = threadIdx.y, turn = 0;
    int column = x + blockIdx.x * tile, row = y + blockIdx.y * tile;
    int sum = 0;
    for (int k = 0; k < n; k += tile, turn = !turn) {
        tile_a[turn][y][x] = row < n && k + x < n ? a[row * n + k + x] : 0;
        tile_b[turn][y][x] = k + y < n && column < n ? b[(k + y) * n + column] : 0;
        __syncthreads();
        for (int j = 0; j < tile; ++j)
            sum += tile_a[turn][y][j] * tile_b[turn][j][x];
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
