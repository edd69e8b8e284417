// SPDX-License-Identifier: MIT
// cusparse_float_sums.cu: a sparse dot product and a matrix of one row, of two million floats: the error is that of a
// tree of sums, not that of one addition after another, 2e-2. An H200's is 7e-8 for the dot product, and 6e-5 for
// the row.
#include <cusparse.h>
#include <math.h>
#include <vector>

#pragma GCC diagnostic ignored "-Wdeprecated-declarations" // of cusparseSpVV()

const int n = 1 << 21;
const float tenth = 0.1f;

template <class T> static T *on_device(const std::vector<T> &values)
{
    T *dev;
    const size_t size = values.size() * sizeof(T);
    if (cudaMalloc(&dev, size) != cudaSuccess ||
        cudaMemcpy(dev, values.data(), size, cudaMemcpyHostToDevice) != cudaSuccess)
        exit(1);
    return dev;
}

int main()
{
    std::vector<int> places(n);
    for (int i = 0; i < n; i++)
        places[i] = i;
    int *indices = on_device(places), *rows = on_device(std::vector<int>{0, n});
    float *values = on_device(std::vector<float>(n, tenth)), *ones = on_device(std::vector<float>(n, 1.0f)),
          *result = on_device(std::vector<float>{1});
    cusparseHandle_t handle;
    cusparseSpVecDescr_t sparse;
    cusparseDnVecDescr_t x, y;
    cusparseSpMatDescr_t row;
    const cusparseOperation_t plain = CUSPARSE_OPERATION_NON_TRANSPOSE;
    const float one = 1, two = 2;
    float dot = 0, product = 0;
    size_t of_dot = 0, of_product = 0;
    bool failed =
        cusparseCreate(&handle) ||
        cusparseCreateSpVec(&sparse, n, n, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) ||
        cusparseCreateDnVec(&x, n, ones, CUDA_R_32F) || cusparseCreateDnVec(&y, 1, result, CUDA_R_32F) ||
        cusparseCreateCsr(&row, 1, n, n, rows, indices, values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                          CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F) ||
        cusparseSpVV_bufferSize(handle, plain, sparse, x, &dot, CUDA_R_32F, &of_dot) ||
        cusparseSpMV_bufferSize(handle, plain, &one, row, x, &two, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT,
                                &of_product);
    void *buffer;
    failed = failed || cudaMalloc(&buffer, of_dot + of_product + 1) ||
             cusparseSpVV(handle, plain, sparse, x, &dot, CUDA_R_32F, buffer) ||
             cusparseSpMV(handle, plain, &one, row, x, &two, y, CUDA_R_32F, CUSPARSE_SPMV_ALG_DEFAULT, buffer) ||
             cudaMemcpy(&product, result, sizeof product, cudaMemcpyDeviceToHost) || cusparseDestroySpVec(sparse) ||
             cusparseDestroyDnVec(x) || cusparseDestroyDnVec(y) || cusparseDestroySpMat(row) ||
             cusparseDestroy(handle) || cudaFree(indices) || cudaFree(rows) || cudaFree(values) || cudaFree(ones) ||
             cudaFree(result) || cudaFree(buffer);
    const double want = n * (double)tenth;
    return failed || !(fabs(dot / want - 1) < 5e-6) || !(fabs(product / (want + 2) - 1) < 2e-4);
}
