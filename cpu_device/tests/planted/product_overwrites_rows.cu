// SPDX-License-Identifier: MIT
// product_overwrites_rows.cu: the last block of a matrix product stores where other blocks still read. All blocks have
// read these rows and columns, in loops that the checks need not follow.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {column}
// all exits 0
#include "../kernel_run.h"

const int n = 128, side = 16;

__global__ void product(float *a, float *c, float *renewed)
{
    int row = blockIdx.y * side + threadIdx.y, column = blockIdx.x * side + threadIdx.x;
    float sum = 0;
    for (int k = 0; k < n; k++)
        sum += a[row * n + k] *   // {row}
               a[k * n + column]; // {column}
    c[row * n + column] = sum;
    if (blockIdx.x == n / side - 1 && blockIdx.y == n / side - 1)
#ifdef FIXED
        renewed[row * n + column] = sum;
#else
        a[row * n + column] = sum; // {write}
#endif
}

int main()
{
    device_array<float> a(n * n, 1), c(n * n), renewed(n * n);
    product<<<dim3(n / side, n / side), dim3(side, side)>>>(a, c, renewed);
    return check_fixed(c, n);
}
