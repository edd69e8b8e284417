// SPDX-License-Identifier: MIT
// matrix_product.cu: a product of matrices by tiles of 16 x 16 that are used again and again, of sizes that tiles do
// not divide.
#include "../kernel_run.h"

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
    static float a[rows * inner];
    static float b[inner * columns];
    for (int i = 0; i < rows * inner; i++)
        a[i] = i % 7 - 3;
    for (int i = 0; i < inner * columns; i++)
        b[i] = i % 5 - 2;
    dim3 grid((columns + tile - 1) / tile, (rows + tile - 1) / tile), block(tile, tile);
    device_array<float> dev_a(rows * inner, a), dev_b(inner * columns, b), c(rows * columns);
    multiply<<<grid, block>>>(dev_a, dev_b, c);
    if (finish(c) != 0)
        return 1;
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < columns; j++) {
            float sum = 0;
            for (int k = 0; k < inner; k++)
                sum += a[i * inner + k] * b[k * columns + j];
            if (sum != c.on_host[i * columns + j])
                return 1;
        }
    return 0;
}
