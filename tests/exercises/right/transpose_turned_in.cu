// SPDX-License-Identifier: MIT
// The tile is turned when it is stored into shared memory.
#include "judge/transpose.h"

__global__ void transpose(const int *in, int *out, int width, int height)
{
    __shared__ int turned[side * side];
    int first_x = blockIdx.x * side, first_y = blockIdx.y * side, lane = threadIdx.x;
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        if (first_x + lane < width && first_y + k < height)
            turned[lane * side + k] = in[(first_y + k) * width + first_x + lane];
    __syncthreads();
    for (int k = threadIdx.y; k < side; k += rows_at_once)
        if (first_y + lane < height && first_x + k < width)
            out[(first_x + k) * height + first_y + lane] = turned[k * side + lane];
}
