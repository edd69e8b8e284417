// SPDX-License-Identifier: MIT
// blocks_frontier.cu: a breadth-first search over a grid of fields with two frontiers of bytes that change their roles
// from launch to launch: many threads of many blocks mark the same byte with the same 1, beside bytes that others
// mark; each clears its own byte of the frontier that it has read; a flag says that there was something.
#include <stdio.h>

const int side = 23, n = side * side, threads = 48, blocks = (n + threads - 1) / threads;

__global__ void step(const bool *walls, unsigned char *now, unsigned char *next, short *levels, int level, int *any)
{
    int i = blockIdx.x * threads + threadIdx.x;
    if (i >= n || !now[i])
        return;
    now[i] = 0;
    if (levels[i] >= 0)
        return;
    levels[i] = level;
    *any = 1;
    const int ways[4][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
    for (const int *way : ways) {
        int x = i % side + way[0], y = i / side + way[1];
        if (x >= 0 && x < side && y >= 0 && y < side && !walls[y * side + x])
            next[y * side + x] = 1;
    }
}

int main()
{
    bool walls[n], *dev_walls;
    unsigned char *frontiers;
    short levels[n], right[n], *dev_levels;
    int *any, go_on = 1;
    for (int i = 0; i < n; i++)
        walls[i] = i * i % 11 == 3 || i % 29 == 7;
    walls[0] = false;
    if (cudaMalloc(&dev_walls, sizeof walls) != cudaSuccess || cudaMalloc(&frontiers, 2 * n) != cudaSuccess ||
        cudaMalloc(&dev_levels, sizeof levels) != cudaSuccess || cudaMalloc(&any, sizeof *any) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_walls, walls, sizeof walls, cudaMemcpyHostToDevice);
    cudaMemset(frontiers, 0, 2 * n);
    cudaMemset(frontiers, 1, 1);
    cudaMemset(dev_levels, 0xff, sizeof levels);
    for (int level = 0; go_on; level++) {
        cudaMemset(any, 0, sizeof *any);
        step<<<blocks, threads>>>(dev_walls, frontiers + level % 2 * n, frontiers + (level + 1) % 2 * n, dev_levels,
                                  level, any);
        if (cudaMemcpy(&go_on, any, sizeof go_on, cudaMemcpyDeviceToHost) != cudaSuccess || level > n)
            return 1;
    }
    if (cudaMemcpy(levels, dev_levels, sizeof levels, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (short &level : right)
        level = -1;
    right[0] = 0;
    for (int level = 0; level < n; level++)
        for (int i = 0; i < n; i++)
            if (right[i] == level)
                for (int d = 0; d < 4; d++) {
                    int x = i % side + (d == 0) - (d == 2), y = i / side + (d == 1) - (d == 3);
                    if (x >= 0 && x < side && y >= 0 && y < side && !walls[y * side + x] && right[y * side + x] < 0)
                        right[y * side + x] = level + 1;
                }
    for (int i = 0; i < n; i++)
        if (levels[i] != right[i])
            return 1;
    cudaFree(dev_walls);
    cudaFree(frontiers);
    cudaFree(dev_levels);
    return cudaFree(any) != cudaSuccess;
}
