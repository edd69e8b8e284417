// SPDX-License-Identifier: MIT
// cublas_unwritten.cu: beta is 1, so the product is added to a matrix that nobody has set to 0.
// CPU exits 3
// CPU finds uninitialized-global
// CPU says cublasDgemm() at cublas_unwritten.cu:{product} reads C: byte 0 of 72 bytes from cudaMalloc
// CPU says 9 of its elements there, this one the first: nothing has written them
// initcheck exits 3
// initcheck prints Uninitialized __global__ memory read of size 8 bytes
#include <cublas_v2.h>
#include <stdio.h>

const int n = 3;

int main()
{
    double a[n * n], c[n * n] = {}, *dev_a, *dev_c, one = 1;
    for (int i = 0; i < n * n; i++)
        a[i] = i % (n + 1) == 0; // the unit matrix
#ifdef FIXED
    double beta = 0;
#else
    double beta = 1;
#endif
    cublasHandle_t handle;
    if (cublasCreate(&handle) || cudaMalloc(&dev_a, sizeof a) || cudaMalloc(&dev_c, sizeof c) ||
        cublasSetMatrix(n, n, sizeof *a, a, n, dev_a, n))
        return 1;
    const cublasOperation_t plain = CUBLAS_OP_N;
    if (cublasDgemm(handle, plain, plain, n, n, n, &one, dev_a, n, dev_a, n, &beta, dev_c, n) || // {product}
        cublasGetMatrix(n, n, sizeof *c, dev_c, n, c, n))
        return 1;
    printf("%g\n", c[0]);
    cudaFree(dev_a);
    cudaFree(dev_c);
    cublasDestroy(handle);
#ifdef FIXED
    if (c[0] != 1 || c[1] != 0)
        return 1;
#endif
    return 0;
}
