// SPDX-License-Identifier: MIT
// cublas_errors.cu: what cuBLAS refuses, and the names of its statuses.
// Errors on purpose.

#include <cublas_v2.h>
#include <stdio.h>
#include <unistd.h>

#include "../handle_error.h"

#define SHOW(call) fprintf(out, "%s: %s\n", #call, cublasGetStatusName(call))

int main(void)
{
    FILE *out = fdopen(dup(STDOUT_FILENO), "w");
    if (out == NULL || freopen("/dev/null", "w", stdout) == NULL) // where cuBLAS itself complains of some calls
        return 1;
    cublasHandle_t none = NULL, h;
    float *dev, host[16] = {}, one = 1, result;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof host));
    HANDLE_ERROR(cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice));
    SHOW(cublasSdot(none, 4, dev, 1, dev, 1, &result));
    SHOW(cublasSgemm(none, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dev, 2, dev, 2, &one, dev, 2));
    SHOW(cublasCreate(&h));

    // the arguments of a product
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, -1, 2, 2, &one, dev, 2, dev + 4, 2, &one, dev + 8, 2));
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dev, 1, dev + 4, 2, &one, dev + 8, 2));
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dev, 2, dev + 4, 1, &one, dev + 8, 2));
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dev, 2, dev + 4, 2, &one, dev + 8, 1));
    SHOW(cublasSgemm(h, CUBLAS_OP_T, CUBLAS_OP_N, 1, 2, 2, &one, dev, 1, dev + 4, 2, &one, dev + 8, 1));
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 0, 2, 2, &one, dev, 2, dev + 4, 2, &one, dev + 8, 2));
    SHOW(cublasSgemm(h, CUBLAS_OP_N, CUBLAS_OP_N, 2, 2, 2, &one, dev, 2, dev + 4, 2, &one, dev + 8, 2));
    SHOW(cublasSgemv(h, CUBLAS_OP_N, 2, 2, &one, dev, 1, dev + 4, 1, &one, dev + 8, 1));
    SHOW(cublasSger(h, 2, 2, &one, dev, 1, dev + 4, 0, dev + 8, 2));
    SHOW(cublasStrsv(h, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_N, CUBLAS_DIAG_UNIT, 3, dev, 2, dev + 8, 1));
    SHOW(cublasSgeam(h, CUBLAS_OP_T, CUBLAS_OP_N, 2, 2, &one, dev, 2, &one, dev + 4, 2, dev, 2));

    // nothing to do
    SHOW(cublasSaxpy(h, 0, &one, dev, 1, dev + 8, 1));
    SHOW(cublasSaxpy(h, -3, &one, dev, 1, dev + 8, 1));
    result = 7;
    SHOW(cublasSdot(h, 0, dev, 1, dev, 1, &result));
    int index = 7;
    SHOW(cublasIsamax(h, 0, dev, 1, &index));
    fprintf(out, "%g %d\n", result, index);

    // copies
    SHOW(cublasSetVector(4, 0, host, 1, dev, 1));
    SHOW(cublasSetVector(4, 4, host, 0, dev, 1));
    SHOW(cublasSetVector(0, 4, host, 1, dev, 1));
    SHOW(cublasGetMatrix(4, 2, 4, dev, 0, host, 4));
    SHOW(cublasGetMatrix(4, 2, 4, dev, 4, host, 4));

    cublasPointerMode_t mode;
    SHOW(cublasGetPointerMode(h, &mode));
    fprintf(out, "mode %d\n", (int)mode);
    SHOW(cublasSetMathMode(h, CUBLAS_TF32_TENSOR_OP_MATH));
    SHOW(cublasDestroy(h));
    SHOW(cublasDestroy(NULL));
    for (cublasStatus_t status : {CUBLAS_STATUS_SUCCESS, CUBLAS_STATUS_INVALID_VALUE, CUBLAS_STATUS_NOT_SUPPORTED})
        fprintf(out, "%s: %s\n", cublasGetStatusName(status), cublasGetStatusString(status));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
