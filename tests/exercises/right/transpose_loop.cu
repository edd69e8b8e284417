// SPDX-License-Identifier: MIT
// A loop over all elements of the tile; no row has a word more, the column is mixed with the number of the row.
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int tile[side][side];
    int thread = threadIdx.x + threadIdx.y * side;
    int first_x = blockIdx.x * side, first_y = blockIdx.y * side;
    for (int i = thread; i < side * side; i += side * rows_at_once) {
        int x = i % side, y = i / side;
        tile[y][x ^ y] = first_x + x < width && first_y + y < height ? in[(first_y + y) * width + first_x + x] : 0;
    }
    __syncthreads();
    for (int i = thread; i < side * side; i += side * rows_at_once) {
        int y = i % side, x = i / side;
        if (first_x + x < width && first_y + y < height)
            out[(first_x + x) * height + first_y + y] = tile[y][x ^ y];
    }
}
