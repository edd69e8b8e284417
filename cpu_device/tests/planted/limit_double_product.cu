// SPDX-License-Identifier: MIT
// limit_double_product.cu: a right program multiplies doubles with cuBLASLt, which the CPU device cannot.
// CPU exits 4
// CPU says Limit: cublasLtMatmul() at limit_double_product.cu:{product} asks for what the CPU device does not have
// CPU says A has the type 1: the CPU device's cuBLASLt has CUDA_R_32F, CUDA_R_16F and CUDA_R_16BF.
// CPU says SUMMARY: 0 errors, 0 warnings, 1 limit of the CPU device
#include <cublasLt.h>
#include <stdio.h>

const int n = 8;

int main()
{
    double *a, one = 1, zero = 0;
    cublasLtHandle_t lt;
    cublasLtMatmulDesc_t how;
    cublasLtMatrixLayout_t s;
    if (cublasLtCreate(&lt) != CUBLAS_STATUS_SUCCESS ||
        cublasLtMatmulDescCreate(&how, CUBLAS_COMPUTE_64F, CUDA_R_64F) != CUBLAS_STATUS_SUCCESS ||
        cublasLtMatrixLayoutCreate(&s, CUDA_R_64F, n, n, n) != CUBLAS_STATUS_SUCCESS ||
        cudaMalloc(&a, 3 * n * n * sizeof(double)) != cudaSuccess)
        return 1;
    cudaMemset(a, 0, 3 * n * n * sizeof(double));
    double *b = a + n * n, *c = b + n * n;
    cublasStatus_t status;
    status = cublasLtMatmul(lt, how, &one, a, s, b, s, &zero, c, s, c, s, NULL, NULL, 0, 0); // {product}
    if (status != CUBLAS_STATUS_SUCCESS) {
        printf("no product: %d\n", status);
        return 1;
    }
    cudaFree(a);
    cublasLtMatrixLayoutDestroy(s);
    cublasLtMatmulDescDestroy(how);
    cublasLtDestroy(lt);
    return 0;
}
