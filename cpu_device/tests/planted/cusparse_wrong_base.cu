// SPDX-License-Identifier: MIT
// cusparse_wrong_base.cu: a matrix whose indices begin at 1, as a file has them, described as if they began at 0.
// CPU exits 3
// CPU finds illegal-address
// CPU says cusparseSpMV() at cusparse_wrong_base.cu:{product} accesses memory outside of its matrix or vector
// CPU says The row offsets 2 and 3 are 3 and 5, and the matrix has 4 elements (the base is 0).
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 4 bytes
#include <cusparse.h>
#include <stdio.h>

const int n = 3, nnz = 4;
const cusparseOperation_t op = CUSPARSE_OPERATION_NON_TRANSPOSE;
const cusparseSpMVAlg_t algorithm = CUSPARSE_SPMV_ALG_DEFAULT;

int main()
{
    const int offsets[] = {1, 2, 3, 5}, columns[] = {1, 2, 1, 3};
    const float values[] = {1, 2, 3, 4}, ones[] = {1, 1, 1}, one = 1, zero = 0;
    int *dev_offsets, *dev_columns;
    float *dev_values, *dev_x, *dev_y, y[n] = {};
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x_vector, y_vector;
    size_t size;
    void *buffer;
    cudaMalloc(&dev_offsets, sizeof offsets);
    cudaMalloc(&dev_columns, sizeof columns);
    cudaMalloc(&dev_values, sizeof values);
    cudaMalloc(&dev_x, sizeof ones);
    if (cudaMalloc(&dev_y, sizeof y) != cudaSuccess || cusparseCreate(&handle) != CUSPARSE_STATUS_SUCCESS)
        return 1;
    cudaMemcpy(dev_offsets, offsets, sizeof offsets, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_columns, columns, sizeof columns, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_values, values, sizeof values, cudaMemcpyHostToDevice);
    cudaMemcpy(dev_x, ones, sizeof ones, cudaMemcpyHostToDevice);
#ifdef FIXED
    const cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ONE;
#else
    const cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
#endif
    cusparseCreateCsr(&a, n, n, nnz, dev_offsets, dev_columns, dev_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I, base,
                      CUDA_R_32F);
    cusparseCreateDnVec(&x_vector, n, dev_x, CUDA_R_32F);
    cusparseCreateDnVec(&y_vector, n, dev_y, CUDA_R_32F);
    cusparseSpMV_bufferSize(handle, op, &one, a, x_vector, &zero, y_vector, CUDA_R_32F, algorithm, &size);
    cudaMalloc(&buffer, size);
    cusparseStatus_t status =
        cusparseSpMV(handle, op, &one, a, x_vector, &zero, y_vector, CUDA_R_32F, algorithm, buffer); // {product}
    cudaError_t error = cudaMemcpy(y, dev_y, sizeof y, cudaMemcpyDeviceToHost);
    printf("%d, %s: %g %g %g\n", (int)status, cudaGetErrorString(error), y[0], y[1], y[2]);
    cusparseDestroySpMat(a);
    cusparseDestroyDnVec(x_vector);
    cusparseDestroyDnVec(y_vector);
    cusparseDestroy(handle);
    cudaFree(buffer);
    cudaFree(dev_offsets);
    cudaFree(dev_columns);
    cudaFree(dev_values);
    cudaFree(dev_x);
    cudaFree(dev_y);
#ifdef FIXED
    return !(y[0] == 1 && y[1] == 2 && y[2] == 7);
#else
    return 0;
#endif
}
