// SPDX-License-Identifier: MIT
// bitmap_blur.cu: a bitmap of four bytes a pixel: each thread paints the bytes of its own one by one; after a barrier
// it reads single colours of the pixels around, in its block's tile only, and after another one it overwrites its own,
// partly as one word. Rows of tiles lie side by side in memory, so lines are shared by blocks all along.
#include <stdio.h>

const int tile = 10, tiles = 3, side = tile * tiles;

__device__ int inside(int i)
{
    return i < 0 ? 0 : i >= tile ? tile - 1 : i;
}

__global__ void paint(unsigned char *bitmap)
{
    int x0 = blockIdx.x * tile, y0 = blockIdx.y * tile, x = threadIdx.x, y = threadIdx.y;
    unsigned char *mine = bitmap + 4 * ((y0 + y) * side + x0 + x);
    mine[0] = x * 20;
    mine[1] = y * 20;
    mine[2] = blockIdx.x * 70 + blockIdx.y * 9;
    mine[3] = 255;
    __syncthreads();
    int sums[3] = {};
    for (int c = 0; c < 3; c++)
        for (int dy = -1; dy <= 1; dy++)
            for (int dx = -1; dx <= 1; dx++)
                sums[c] += bitmap[4 * ((y0 + inside(y + dy)) * side + x0 + inside(x + dx)) + c];
    __syncthreads();
    if ((x + y) % 2 == 0)
        *(uchar4 *)mine = make_uchar4(sums[0] / 9, sums[1] / 9, sums[2] / 9, 128);
    else
        for (int c = 2; c >= 0; c--)
            mine[c] = sums[c] / 9;
}

int main()
{
    static unsigned char result[side][side][4];
    unsigned char *dev;
    if (cudaMalloc(&dev, sizeof result) != cudaSuccess)
        return 1;
    paint<<<dim3(tiles, tiles), dim3(tile, tile)>>>(dev);
    if (cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++) {
            int sum_x = 0, sum_y = 0;
            for (int d = -1; d <= 1; d++) {
                int nx = x % tile + d, ny = y % tile + d;
                sum_x += 3 * 20 * (nx < 0 ? 0 : nx >= tile ? tile - 1 : nx);
                sum_y += 3 * 20 * (ny < 0 ? 0 : ny >= tile ? tile - 1 : ny);
            }
            const unsigned char *p = result[y][x];
            if (p[0] != sum_x / 9 || p[1] != sum_y / 9 || p[2] != x / tile * 70 + y / tile * 9 ||
                p[3] != ((x % tile + y % tile) % 2 == 0 ? 128 : 255))
                return 1;
        }
    return cudaFree(dev) != cudaSuccess;
}
