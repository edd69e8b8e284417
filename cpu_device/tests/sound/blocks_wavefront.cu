// SPDX-License-Identifier: MIT
// blocks_wavefront.cu: the longest common subsequence of two strings by tiles, a block for each: it waits for the tile
// to its left and the one above, and reads their borders out of one big table; of their flags the left one is an
// atomic, the upper one volatile. Within the tile, diagonals follow one another over barriers.
#include <stdio.h>

const int side = 16, tiles = 4, n = side * tiles;

__device__ unsigned short table[n + 1][n + 1];
__device__ int flags[tiles][tiles];

__global__ void fill(const char *a, const char *b)
{
    int row = blockIdx.x / tiles, column = blockIdx.x % tiles, t = threadIdx.x;
    if (t == 0 && column > 0) {
        while (atomicAdd(&flags[row][column - 1], 0) == 0)
            __nanosleep(20);
        __threadfence();
    }
    if (t == side - 1 && row > 0) {
        while (*(volatile int *)&flags[row - 1][column] == 0)
            __nanosleep(20);
        __threadfence();
    }
    __syncthreads();
    for (int diagonal = 0; diagonal < 2 * side - 1; diagonal++) {
        int y = row * side + t + 1, x = column * side + diagonal - t + 1;
        if (diagonal - t >= 0 && diagonal - t < side) {
            unsigned short up = table[y - 1][x], left = table[y][x - 1];
            table[y][x] = a[y - 1] == b[x - 1] ? table[y - 1][x - 1] + 1 : up > left ? up : left;
        }
        __syncthreads();
    }
    if (t == 3) {
        __threadfence();
        atomicExch(&flags[row][column], 1);
    }
}

int main()
{
    char a[n], b[n], *dev;
    static unsigned short right[n + 1][n + 1], result[n + 1][n + 1];
    for (int i = 0; i < n; i++) {
        a[i] = 'a' + i * i % 7 % 4;
        b[i] = 'a' + i * 5 % 11 % 4;
    }
    if (cudaMalloc(&dev, 2 * n) != cudaSuccess)
        return 1;
    cudaMemcpy(dev, a, n, cudaMemcpyHostToDevice);
    cudaMemcpy(dev + n, b, n, cudaMemcpyHostToDevice);
    fill<<<tiles * tiles, side>>>(dev, dev + n);
    if (cudaMemcpyFromSymbol(result, table, sizeof table) != cudaSuccess)
        return 1;
    for (int y = 1; y <= n; y++)
        for (int x = 1; x <= n; x++) {
            int up = right[y - 1][x], left = right[y][x - 1];
            right[y][x] = a[y - 1] == b[x - 1] ? right[y - 1][x - 1] + 1 : up > left ? up : left;
            if (result[y][x] != right[y][x])
                return 1;
        }
    return cudaFree(dev) != cudaSuccess;
}
