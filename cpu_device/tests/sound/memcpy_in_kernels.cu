// SPDX-License-Identifier: MIT
// memcpy_in_kernels.cu: copies by memcpy() in a kernel that do not overlap: to the next row, to a local array and back,
// of nothing, of a struct to itself.
#include <stdio.h>
#include <string.h>

const int rows = 64, columns = 32;

struct row {
    int of[columns];
};

__global__ void move(row *a, int n, int same)
{
    row *mine = a + 2 * threadIdx.x;
    int local[columns];
    for (int i = 0; i < columns; i++)
        mine->of[i] = i;
    memcpy(mine + 1, mine, n * sizeof(int));
    memcpy(local, mine[1].of, n * sizeof(int));
    memcpy(mine, local, n * sizeof(int));
    memcpy(mine->of + 1, mine->of, same * sizeof(int));
    mine[same] = mine[0];
}

int main()
{
    row *dev, last;
    if (cudaMalloc(&dev, 2 * rows * sizeof(row)) != cudaSuccess)
        return 1;
    move<<<1, rows>>>(dev, columns, 0);
    cudaError_t error = cudaMemcpy(&last, dev + 2 * rows - 2, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), last.of[columns - 1]);
    return error != cudaSuccess || last.of[columns - 1] != columns - 1;
}
