// SPDX-License-Identifier: MIT
// blocks_tiles.cu: each block writes what is its own, and reads it again: a tile of a matrix, cut off at the edges;
// every seventh element; a piece of an array whose length is found in memory.
#include <stdio.h>

const int width = 70, height = 45, tile = 16;

__global__ void fill_tiles(int *out)
{
    int x = blockIdx.x * tile + threadIdx.x, y = blockIdx.y * tile + threadIdx.y;
    if (x < width && y < height)
        out[y * width + x] = 1000 * blockIdx.y + blockIdx.x;
    __syncthreads();
    x = blockIdx.x * tile + tile - 1 - threadIdx.x; // what another thread of the block wrote
    if (x < width && y < height)
        out[y * width + x] += threadIdx.x;
}

__global__ void fill_strided(int *out, int n)
{
    for (int i = blockIdx.x; i < n; i += gridDim.x)
        if (threadIdx.x == i % blockDim.x)
            out[i] = blockIdx.x;
    __syncthreads();
    for (int i = blockIdx.x + gridDim.x * threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        out[i] = out[i] * 2 + 1;
}

__global__ void fill_pieces(const int *begins, int *out)
{
    for (int i = begins[blockIdx.x] + threadIdx.x; i < begins[blockIdx.x + 1]; i += blockDim.x)
        out[i] = blockIdx.x;
}

int main()
{
    const int n = width * height, pieces = 9;
    static int out[n];
    int *dev_out, *dev_begins, begins[pieces + 1];
    for (int i = 0; i <= pieces; i++)
        begins[i] = n * i * i / (pieces * pieces);
    if (cudaMalloc(&dev_out, sizeof out) != cudaSuccess || cudaMalloc(&dev_begins, sizeof begins) != cudaSuccess)
        return 1;
    cudaMemcpy(dev_begins, begins, sizeof begins, cudaMemcpyHostToDevice);
    fill_tiles<<<dim3((width + tile - 1) / tile, (height + tile - 1) / tile), dim3(tile, tile)>>>(dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int y = 0; y < height; y++)
        for (int x = 0; x < width; x++)
            if (out[y * width + x] != 1000 * (y / tile) + x / tile + tile - 1 - x % tile)
                return 1;
    fill_strided<<<7, 32>>>(dev_out, n);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        if (out[i] != i % 7 * 2 + 1)
            return 1;
    fill_pieces<<<pieces, 64>>>(dev_begins, dev_out);
    if (cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int piece = 0; piece < pieces; piece++)
        for (int i = begins[piece]; i < begins[piece + 1]; i++)
            if (out[i] != piece)
                return 1;
    cudaFree(dev_begins);
    return cudaFree(dev_out) != cudaSuccess;
}
