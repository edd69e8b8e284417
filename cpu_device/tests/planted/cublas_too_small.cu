// SPDX-License-Identifier: MIT
// cublas_too_small.cu: the leading dimension is that of a padded matrix, and the memory that of one without padding.
// CPU exits 1
// CPU finds illegal-address
// CPU says cublasSgemv() at cublas_too_small.cu:{product} reads A
// CPU says It is 48 bytes from cudaMalloc at cublas_too_small.cu:{memory}; the call uses 3 columns of 4 elements
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
#include <cublas_v2.h>
#include <stdio.h>

const int rows = 4, columns = 3, ld = 8; // columns begin 8 elements apart

int main()
{
#ifdef FIXED
    const int in_a = ld * columns;
#else
    const int in_a = rows * columns;
#endif
    float a[ld * columns], x[columns] = {1, 1, 1}, y[rows] = {}, *dev_a, *dev_x, *dev_y, one = 1, zero = 0;
    for (float &element : a)
        element = 2;
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cudaMalloc(&dev_x, sizeof x) != cudaSuccess ||
        cudaMalloc(&dev_y, sizeof y) != cudaSuccess ||
        cudaMalloc(&dev_a, in_a * sizeof *a) != cudaSuccess || // {memory}
        cublasSetVector(in_a, sizeof *a, a, 1, dev_a, 1) || cublasSetVector(columns, sizeof *x, x, 1, dev_x, 1))
        return 1;
    cublasSgemv(handle, CUBLAS_OP_N, rows, columns, &one, dev_a, ld, dev_x, 1, &zero, dev_y, 1); // {product}
    bool right = cublasGetVector(rows, sizeof *y, dev_y, 1, y, 1) == CUBLAS_STATUS_SUCCESS && y[rows - 1] == 6;
    printf("%g\n", y[0]);
    cudaFree(dev_a);
    cudaFree(dev_x);
    cudaFree(dev_y);
    cublasDestroy(handle);
    return !right;
}
