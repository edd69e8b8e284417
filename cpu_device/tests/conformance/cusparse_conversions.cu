// SPDX-License-Identifier: MIT
// cusparse_conversions.cu: from dense to sparse and back, in three formats; between formats; sparse vectors.

#include <cusparse.h>
#include <stdio.h>
#include <vector>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cusparseStatus_t status = (call);                                                                              \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                                       \
            printf("%s: %s\n", #call, cusparseGetErrorName(status));                                                   \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

const int rows = 3, columns = 4;
const float dense[rows * columns] = {0, 1, 0, 2, 0, 0, 0, 0, 3, 0, 4, 5}; // row after row

template <class T> static T *upload(const T *from, int count)
{
    T *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, from, count * sizeof(T), cudaMemcpyHostToDevice));
    return dev;
}

template <class T> static T *device(int count)
{
    T *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    return dev;
}

template <class T> static void show(const char *what, const T *dev, int count)
{
    std::vector<T> host(count);
    HANDLE_ERROR(cudaMemcpy(host.data(), dev, count * sizeof(T), cudaMemcpyDeviceToHost));
    printf("%s", what);
    for (T x : host)
        printf(" %g", (double)x);
    printf("\n");
}

static void there_and_back(cusparseHandle_t handle, cusparseFormat_t format, cusparseIndexBase_t base)
{
    float *dev_dense = upload(dense, rows * columns), *dev_back = device<float>(rows * columns), *values;
    int *first = NULL, *second;
    const int lines = format == CUSPARSE_FORMAT_CSC ? columns : rows;
    cusparseDnMatDescr_t a, back;
    cusparseSpMatDescr_t b;
    const cusparseIndexType_t index = CUSPARSE_INDEX_32I;
    CHECK(cusparseCreateDnMat(&a, rows, columns, columns, dev_dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
    if (format != CUSPARSE_FORMAT_COO)
        first = device<int>(lines + 1);
    if (format == CUSPARSE_FORMAT_CSR)
        CHECK(cusparseCreateCsr(&b, rows, columns, 0, first, NULL, NULL, index, index, base, CUDA_R_32F));
    else if (format == CUSPARSE_FORMAT_CSC)
        CHECK(cusparseCreateCsc(&b, rows, columns, 0, first, NULL, NULL, index, index, base, CUDA_R_32F));
    else
        CHECK(cusparseCreateCoo(&b, rows, columns, 0, NULL, NULL, NULL, index, base, CUDA_R_32F));
    size_t size = 0;
    void *buffer;
    CHECK(cusparseDenseToSparse_bufferSize(handle, a, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseDenseToSparse_analysis(handle, a, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    int64_t r, c, nnz;
    CHECK(cusparseSpMatGetSize(b, &r, &c, &nnz));
    printf("format %d, base %d: %lld by %lld, %lld elements\n", (int)format, (int)base, (long long)r, (long long)c,
           (long long)nnz);
    if (format == CUSPARSE_FORMAT_COO)
        first = device<int>((int)nnz);
    second = device<int>((int)nnz);
    values = device<float>((int)nnz);
    if (format == CUSPARSE_FORMAT_CSR)
        CHECK(cusparseCsrSetPointers(b, first, second, values));
    else if (format == CUSPARSE_FORMAT_CSC)
        CHECK(cusparseCscSetPointers(b, first, second, values));
    else
        CHECK(cusparseCooSetPointers(b, first, second, values));
    CHECK(cusparseDenseToSparse_convert(handle, a, b, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, buffer));
    show("first ", first, format == CUSPARSE_FORMAT_COO ? (int)nnz : lines + 1);
    show("second", second, (int)nnz);
    show("values", values, (int)nnz);
    CHECK(cusparseCreateDnMat(&back, rows, columns, rows, dev_back, CUDA_R_32F, CUSPARSE_ORDER_COL));
    HANDLE_ERROR(cudaFree(buffer));
    CHECK(cusparseSparseToDense_bufferSize(handle, b, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseSparseToDense(handle, b, back, CUSPARSE_SPARSETODENSE_ALG_DEFAULT, buffer));
    show("back  ", dev_back, rows * columns);
    CHECK(cusparseDestroyDnMat(a));
    CHECK(cusparseDestroyDnMat(back));
    CHECK(cusparseDestroySpMat(b));
    void *const all[] = {dev_dense, dev_back, values, first, second, buffer};
    for (void *dev : all)
        HANDLE_ERROR(cudaFree(dev));
}

static void between_formats(cusparseHandle_t handle)
{
    const int offsets[] = {0, 2, 2, 5}, indices[] = {1, 3, 0, 2, 3}, nnz = 5;
    const double values[] = {1, 2, 3, 4, 5};
    int *dev_offsets = upload(offsets, rows + 1), *dev_indices = upload(indices, nnz), *coo = device<int>(nnz);
    int *again = device<int>(rows + 1), *csc_offsets = device<int>(columns + 1), *csc_rows = device<int>(nnz);
    double *dev_values = upload(values, nnz), *csc_values = device<double>(nnz);
    CHECK(cusparseXcsr2coo(handle, dev_offsets, nnz, rows, coo, CUSPARSE_INDEX_BASE_ZERO));
    show("coo    ", coo, nnz);
    CHECK(cusparseXcoo2csr(handle, coo, nnz, rows, again, CUSPARSE_INDEX_BASE_ZERO));
    show("again  ", again, rows + 1);
    size_t size = 0;
    void *buffer;
    CHECK(cusparseCsr2cscEx2_bufferSize(handle, rows, columns, nnz, dev_values, dev_offsets, dev_indices, csc_values,
                                        csc_offsets, csc_rows, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC,
                                        CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseCsr2cscEx2(handle, rows, columns, nnz, dev_values, dev_offsets, dev_indices, csc_values, csc_offsets,
                             csc_rows, CUDA_R_64F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                             CUSPARSE_CSR2CSC_ALG1, buffer));
    show("columns", csc_offsets, columns + 1);
    show("rows   ", csc_rows, nnz);
    show("values ", csc_values, nnz);
    void *const all[] = {dev_offsets, dev_indices, coo, again, csc_offsets, csc_rows, dev_values, csc_values, buffer};
    for (void *dev : all)
        HANDLE_ERROR(cudaFree(dev));
}

static void vectors(cusparseHandle_t handle)
{
    const int indices[] = {1, 4, 5}, size = 6, nnz = 3;
    const float values[] = {2, 3, 4}, numbers[] = {1, 10, 100, 1000, 10000, 100000};
    int *dev_indices = upload(indices, nnz);
    float *dev_x = upload(values, nnz), *dev_y = upload(numbers, size);
    cusparseSpVecDescr_t x;
    cusparseDnVecDescr_t y;
    CHECK(cusparseCreateSpVec(&x, size, nnz, dev_indices, dev_x, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO,
                              CUDA_R_32F));
    CHECK(cusparseCreateDnVec(&y, size, dev_y, CUDA_R_32F));
    CHECK(cusparseScatter(handle, x, y));
    show("scatter", dev_y, size);
    HANDLE_ERROR(cudaMemcpy(dev_y, numbers, sizeof numbers, cudaMemcpyHostToDevice));
    CHECK(cusparseGather(handle, y, x));
    show("gather ", dev_x, nnz);
    CHECK(cusparseDestroySpVec(x));
    CHECK(cusparseDestroyDnVec(y));
    HANDLE_ERROR(cudaFree(dev_indices));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_y));
}

int main(void)
{
    cusparseHandle_t handle;
    CHECK(cusparseCreate(&handle));
    for (cusparseFormat_t format : {CUSPARSE_FORMAT_CSR, CUSPARSE_FORMAT_CSC, CUSPARSE_FORMAT_COO})
        for (cusparseIndexBase_t base : {CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_INDEX_BASE_ONE})
            there_and_back(handle, format, base);
    between_formats(handle);
    vectors(handle);
    CHECK(cusparseDestroy(handle));
    return 0;
}
