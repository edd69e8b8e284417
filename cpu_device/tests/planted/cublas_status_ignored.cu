// SPDX-License-Identifier: MIT
// cublas_status_ignored.cu: a leading dimension as if the rows of a matrix lay together; nobody looks at the status.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at cublas_status_ignored.cu:{product}: CUBLAS_STATUS_INVALID_VALUE
// CPU says lda is 3, and A has 4 rows: columns would overlap.
// all exits 0
#include <cublas_v2.h>
#include <stdio.h>

const int rows = 4, columns = 3;

int main()
{
    float a[rows * columns], x[columns] = {1, 1, 1}, y[rows] = {}, *dev_a, *dev_x, *dev_y, one = 1, zero = 0;
    for (int i = 0; i < rows * columns; i++)
        a[i] = (float)(i / columns); // row after row
    cublasHandle_t handle;
    if (cublasCreate(&handle) || cudaMalloc(&dev_a, sizeof a) || cudaMalloc(&dev_x, sizeof x) ||
        cudaMalloc(&dev_y, sizeof y) || cublasSetVector(rows * columns, sizeof *a, a, 1, dev_a, 1) ||
        cublasSetVector(columns, sizeof *x, x, 1, dev_x, 1) || cudaMemset(dev_y, 0, sizeof y))
        return 1;
#ifdef FIXED
    cublasSgemv(handle, CUBLAS_OP_T, columns, rows, &one, dev_a, columns, dev_x, 1, &zero, dev_y, 1);
#else
    cublasSgemv(handle, CUBLAS_OP_N, rows, columns, &one, dev_a, columns, dev_x, 1, &zero, dev_y, 1); // {product}
#endif
    bool fine = cublasGetVector(rows, sizeof *y, dev_y, 1, y, 1) == CUBLAS_STATUS_SUCCESS;
    printf("%g %g\n", y[0], y[rows - 1]);
    cudaFree(dev_a);
    cudaFree(dev_x);
    cudaFree(dev_y);
    cublasDestroy(handle);
#ifdef FIXED
    fine &= y[0] == 0 && y[rows - 1] == 9;
#endif
    return !fine;
}
