// SPDX-License-Identifier: MIT
// 6 product: tiles, and the edge.
//
// The product of two matrices: each element of c needs a row of a and a column of b. The threads of a block need the
// same rows and columns. So they load a tile of each into shared memory, one element per thread, add up its products,
// and go on to the next tile, along the row of a and down the column of b. If n is not a multiple of 16, tiles reach
// over the edge: elements outside must not be loaded, and count as 0. The judge counts: two loads per warp and tile.
//
//     ./run check product        ./run hint product
#include "judge/product.h"

__global__ void product(const int *a, const int *b, int *c, int n)
{
    __shared__ int tile_a[tile][tile], tile_b[tile][tile];
    int column = threadIdx.x + blockIdx.x * tile, row = threadIdx.y + blockIdx.y * tile;
    int sum = 0;
    for (int k = 0; k < n; k += tile) {
        // your code
    }
    if (row < n && column < n)
        c[row * n + column] = sum;
}
