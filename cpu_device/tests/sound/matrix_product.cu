// SPDX-License-Identifier: MIT
// matrix_product.cu: a product of matrices by tiles of 16 x 16 that are used again and again, of sizes that tiles do
// not divide.
#include <stdio.h>

const int tile = 16, rows = 53, inner = 70, columns = 41;

__global__ void multiply(const float *a, const float *b, float *c)
{
    __shared__ float left[tile][tile], right[tile][tile + 1];
    int row = blockIdx.y * tile + threadIdx.y, column = blockIdx.x * tile + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < inner; k += tile) {
        left[threadIdx.y][threadIdx.x] = row < rows && k + threadIdx.x < inner ? a[row * inner + k + threadIdx.x] : 0;
        right[threadIdx.y][threadIdx.x] =
            column < columns && k + threadIdx.y < inner ? b[(k + threadIdx.y) * columns + column] : 0;
        __syncthreads();
#pragma unroll
        for (int i = 0; i < tile; i++)
            sum += left[threadIdx.y][i] * right[i][threadIdx.x];
        __syncthreads();
    }
    if (row < rows && column < columns)
        c[row * columns + column] = sum;
}

int main()
{
    static float a[rows * inner], b[inner * columns], c[rows * columns];
    float *dev_a, *dev_b, *dev_c;
    if (cudaMalloc(&dev_a, sizeof a) != cudaSuccess || cudaMalloc(&dev_b, sizeof b) != cudaSuccess ||
        cudaMalloc(&dev_c, sizeof c) != cudaSuccess)
        return 1;
    for (int i = 0; i < rows * inner; i++)
        a[i] = i % 7 - 3;
    for (int i = 0; i < inner * columns; i++)
        b[i] = i % 5 - 2;
    cudaMemcpy(dev_a, a, sizeof a, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_b, b, sizeof b, cudaMemcpyHostToDevice);
    dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile), block(tile, tile);
    multiply<<<grid, block>>>(dev_a, dev_b, dev_c);
    if (cudaMemcpy(c, dev_c, sizeof c, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int k = 0; k < inner; k++)
                sum += a[i * inner + k] * b[k * columns + j];
            if (sum != c[i * columns + j])
                return 1;
        }
    cudaFree(dev_a);
    cudaFree(dev_b);
    return cudaFree(dev_c) != cudaSuccess;
}
