// SPDX-License-Identifier: MIT
// Each thread loads its row and its column. Says: slow: .*loads of global memory
#include "judge/product.h"

__global__ void product(const int *a, const int *b, int *c, int n)
{
    int column = threadIdx.x + blockIdx.x * tile, row = threadIdx.y + blockIdx.y * tile;
    if (row >= n || column >= n)
        return;
    int sum = 0;
    for (int k = 0; k < n; ++k)
        sum += a[row * n + k] * b[k * n + column];
    c[row * n + column] = sum;
}
