// SPDX-License-Identifier: MIT
// beside_last_row.cu: the last block of rows goes beyond the picture; the blocks before it count bright pixels with ++.
// CPU exits 1
// CPU finds illegal-address: at {load}
// CPU finds race-between-blocks: writes {count}, at {count}
// all exits 0
#include <stdio.h>

const int width = 10, height = 13, rows = 4;

__global__ void count_bright(const unsigned char *picture, int *bright)
{
    int y = blockIdx.x * rows + threadIdx.x, count = 0;
#ifdef FIXED
    if (y >= height)
        return;
#endif
    for (int x = 0; x < width; x++)
        count += picture[y * width + x] > 127; // {load}
#ifndef FIXED
    if (threadIdx.x == 0)
        *bright += count; // {count}
#else
    atomicAdd(bright, count);
#endif
}

int main()
{
    unsigned char *dev_picture, picture[height * width];
    int *dev_bright, bright = 0;
    for (int i = 0; i < height * width; i++)
        picture[i] = i % 5 == 0 ? 200 : 30;
    if (cudaMalloc(&dev_picture, sizeof picture) != cudaSuccess ||
        cudaMalloc(&dev_bright, sizeof bright) != cudaSuccess ||
        cudaMemcpy(dev_picture, picture, sizeof picture, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaMemset(dev_bright, 0, sizeof bright) != cudaSuccess)
        return 1;
    count_bright<<<(height + rows - 1) / rows, rows>>>(dev_picture, dev_bright);
    cudaError_t error = cudaMemcpy(&bright, dev_bright, sizeof bright, cudaMemcpyDeviceToHost);
    cudaFree(dev_picture);
    cudaFree(dev_bright);
    printf("%s, %d\n", cudaGetErrorString(error), bright);
#ifdef FIXED
    if (bright != width * height / 5)
        return 1;
#endif
    return error != cudaSuccess;
}
