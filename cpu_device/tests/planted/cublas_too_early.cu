// SPDX-License-Identifier: MIT
// cublas_too_early.cu: the host reads a product in managed memory, and cuBLAS has only been called.
// CPU exits 3
// CPU finds host-too-early
// CPU says at cublas_too_early.cu:{read}: byte 0 of 16 bytes from cudaMallocManaged
// CPU says cublasSgemm() at cublas_too_early.cu:{product} may still be writing there
// all exits 0
#include <cublas_v2.h>
#include <stdio.h>

const int n = 2;

int main()
{
    float *a, *c, one = 1, zero = 0;
    cublasHandle_t handle;
    if (cublasCreate(&handle) != CUBLAS_STATUS_SUCCESS || cudaMallocManaged(&a, n * n * sizeof *a) != cudaSuccess ||
        cudaMallocManaged(&c, n * n * sizeof *c) != cudaSuccess)
        return 1;
    for (int i = 0; i < n * n; i++)
        a[i] = (float)i;
    if (cublasSgemm(handle, CUBLAS_OP_N, CUBLAS_OP_N, n, n, n, &one, a, n, a, n, &zero, c, n)) // {product}
        return 1;
#ifdef FIXED
    cudaDeviceSynchronize();
#endif
    float first = c[0]; // {read}
    printf("%s\n", first == 2 ? "2" : "not yet");
    cublasDestroy(handle);
    cudaFree(a);
    cudaFree(c);
#ifdef FIXED
    if (first != 2)
        return 1;
#endif
    return 0;
}
