// SPDX-License-Identifier: MIT
// cusparse_errors.cu: what cuSPARSE refuses, and the names of its statuses.
// Errors on purpose.

#include <cusparse.h>
#include <stdio.h>
#include <unistd.h>

#include "../handle_error.h"

#define SHOW(call) fprintf(out, "%s: %s\n", #call, cusparseGetErrorName(call))

int main(void)
{
    FILE *out = fdopen(dup(STDOUT_FILENO), "w");
    if (out == NULL || freopen("/dev/null", "w", stdout) == NULL) // where cuSPARSE itself complains of some calls
        return 1;
    const int offsets[] = {0, 1, 2}, indices[] = {0, 1};
    float ones[] = {1, 1, 1}, one = 1, zero = 0;
    int *dev_offsets, *dev_indices;
    float *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev_offsets, sizeof offsets));
    HANDLE_ERROR(cudaMalloc((void **)&dev_indices, sizeof indices));
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof ones));
    HANDLE_ERROR(cudaMemcpy(dev_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_indices, indices, sizeof indices, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev, ones, sizeof ones, cudaMemcpyHostToDevice));
    cusparseHandle_t h;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y, longer;
    cusparseDnMatDescr_t dense;
    size_t size;
    const cusparseIndexType_t i32 = CUSPARSE_INDEX_32I;
    const cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
    SHOW(cusparseCreate(NULL));
    SHOW(cusparseCreate(&h));
    SHOW(cusparseCreateCsr(&a, -1, 2, 2, dev_offsets, dev_indices, dev, i32, i32, base, CUDA_R_32F));
    SHOW(cusparseCreateCsr(&a, 2, 2, 5, dev_offsets, dev_indices, dev, i32, i32, base, CUDA_R_32F));
    SHOW(cusparseCreateCsr(&a, 2, 2, 2, NULL, dev_indices, dev, i32, i32, base, CUDA_R_32F));
    SHOW(cusparseCreateCsr(&a, 2, 2, 2, dev_offsets, dev_indices, dev, i32, i32, base, CUDA_R_32F));
    SHOW(cusparseCreateDnVec(&x, -1, dev, CUDA_R_32F));
    SHOW(cusparseCreateDnVec(&x, 2, NULL, CUDA_R_32F));
    SHOW(cusparseCreateDnVec(&x, 2, dev, CUDA_R_32F));
    SHOW(cusparseCreateDnVec(&y, 2, dev + 1, CUDA_R_32F));
    SHOW(cusparseCreateDnVec(&longer, 3, dev, CUDA_R_32F));
    SHOW(cusparseCreateDnMat(&dense, 2, 2, 1, dev, CUDA_R_32F, CUSPARSE_ORDER_COL));
    const cusparseOperation_t n = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const cusparseSpMVAlg_t any = CUSPARSE_SPMV_ALG_DEFAULT;
    SHOW(cusparseSpMV_bufferSize(NULL, n, &one, a, x, &zero, y, CUDA_R_32F, any, &size));
    SHOW(cusparseSpMV_bufferSize(h, n, &one, a, longer, &zero, y, CUDA_R_32F, any, &size));
    SHOW(cusparseSpMV_bufferSize(h, n, &one, a, x, &zero, longer, CUDA_R_32F, any, &size));
    SHOW(cusparseSpMV_bufferSize(h, n, &one, a, x, &zero, y, CUDA_R_32F, any, NULL));
    SHOW(cusparseSpMV_bufferSize(h, n, &one, NULL, x, &zero, y, CUDA_R_32F, any, &size));
    SHOW(cusparseSpMV_bufferSize(h, n, NULL, a, x, &zero, y, CUDA_R_32F, any, &size));
    SHOW(cusparseSpMV_bufferSize(h, n, &one, a, x, &zero, y, CUDA_R_32F, any, &size));
    cusparsePointerMode_t mode;
    SHOW(cusparseGetPointerMode(h, &mode));
    fprintf(out, "mode %d\n", (int)mode);
    SHOW(cusparseDestroySpMat(a));
    SHOW(cusparseDestroyDnVec(x));
    SHOW(cusparseDestroyDnVec(y));
    SHOW(cusparseDestroyDnVec(longer));
    SHOW(cusparseDestroy(h));
    SHOW(cusparseDestroy(NULL));
    for (int status = 0; status <= 11; status++)
        fprintf(out, "%d %s: %s\n", status, cusparseGetErrorName((cusparseStatus_t)status),
                cusparseGetErrorString((cusparseStatus_t)status));
    fclose(out);
    HANDLE_ERROR(cudaFree(dev_offsets));
    HANDLE_ERROR(cudaFree(dev_indices));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
