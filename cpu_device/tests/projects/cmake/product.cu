// SPDX-License-Identifier: MIT
// cuBLAS, by the target that CMake has for it.
#include <cublas_v2.h>
#include <stdio.h>

int main()
{
    const float x[3] = {1, 2, 3}, y[3] = {4, 5, 6};
    float *dev_x, *dev_y, result = 0;
    cublasHandle_t blas;
    cublasCreate(&blas);
    cudaMalloc(&dev_x, sizeof x);
    cudaMalloc(&dev_y, sizeof y);
    cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_y, y, sizeof y, cudaMemcpyHostToDevice);
    cublasSdot(blas, 3, dev_x, 1, dev_y, 1, &result);
    cudaFree(dev_x);
    cudaFree(dev_y);
    cublasDestroy(blas);
    printf("%g\n", result);
    return result == 32 ? 0 : 1;
}
