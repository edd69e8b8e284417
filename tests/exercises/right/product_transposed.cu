// SPDX-License-Identifier: MIT
// The tile of b is stored transposed; the loop ends at the edge.
#include "judge/product.h"

__global__ void product(const int *a, const int *b, int *c, int n)
{
    __shared__ int tile_a[tile][tile + 1], tile_b[tile][tile + 1];
    int x = threadIdx.x, y = threadIdx.y;
    int column = x + blockIdx.x * tile, row = y + blockIdx.y * tile;
    int sum = 0;
    for (int k = 0; k < n; k += tile) {
        if (row < n && k + x < n)
            tile_a[y][x] = a[row * n + k + x];
        if (k + y < n && column < n)
            tile_b[x][y] = b[(k + y) * n + column];
        __syncthreads();
        if (row < n && column < n)
            for (int j = 0; j < min((int)tile, n - k); ++j)
                sum += tile_a[y][j] * tile_b[x][j];
        __syncthreads();
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
