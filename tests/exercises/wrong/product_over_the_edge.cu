// SPDX-License-Identifier: MIT
// What is loaded beyond the edge of a meets a 0 of b, so the sum is right. Says: past the end of
#include "judge/product.h"

__global__ void product(const int *a, const int *b, int *c, int n)
{
    __shared__ int tile_a[tile][tile], tile_b[tile][tile];
    int x = threadIdx.x, y = threadIdx.y;
    int column = x + blockIdx.x * tile, row = y + blockIdx.y * tile;
    int sum = 0;
    for (int k = 0; k < n; k += tile) {
        tile_a[y][x] = row < n ? a[row * n + k + x] : 0;
        tile_b[y][x] = k + y < n && column < n ? b[(k + y) * n + column] : 0;
        __syncthreads();
        for (int j = 0; j < tile; ++j)
            sum += tile_a[y][j] * tile_b[j][x];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
