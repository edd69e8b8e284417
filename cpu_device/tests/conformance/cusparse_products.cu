// SPDX-License-Identifier: MIT
// cusparse_products.cu: products of a sparse matrix with a vector and with a dense matrix, in all three formats, with
// transposes, both index bases, complex numbers and factors in device memory. All sums are exact.

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

const int rows = 4, columns = 5, nnz = 8;
// 1 0 2 0 0
// 0 3 0 0 4
// 0 0 0 0 0
// 5 6 0 7 8
const int row_offsets[] = {0, 2, 4, 4, 8}, column_indices[] = {0, 2, 1, 4, 0, 1, 3, 4};
const int row_indices[] = {0, 0, 1, 1, 3, 3, 3, 3};
const int csc_offsets[] = {0, 2, 4, 5, 6, 8}, csc_rows[] = {0, 3, 1, 3, 0, 3, 1, 3};
const double csr_values[] = {1, 2, 3, 4, 5, 6, 7, 8}, csc_values[] = {1, 5, 3, 6, 2, 7, 4, 8};

static std::vector<void *> uploaded; // freed in the end

template <class T, class From> static T *upload(const From *from, int count, T plus = T())
{
    std::vector<T> host(count);
    for (int i = 0; i < count; i++)
        host[i] = (T)from[i] + plus;
    T *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    uploaded.push_back(dev);
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

// The matrix in format 0 CSR, 1 CSC, 2 COO.
template <class T> static cusparseSpMatDescr_t make(int format, cudaDataType type, cusparseIndexBase_t base)
{
    cusparseSpMatDescr_t matrix;
    T *values = upload<T>(format == 1 ? csc_values : csr_values, nnz);
    if (format == 0) {
        long long *offsets = upload<long long>(row_offsets, rows + 1, base); // of 64 bits, where a GPU takes both alike
        long long *indices = upload<long long>(column_indices, nnz, base);
        CHECK(cusparseCreateCsr(&matrix, rows, columns, nnz, offsets, indices, values, CUSPARSE_INDEX_64I,
                                CUSPARSE_INDEX_64I, base, type));
    } else if (format == 1) {
        int *offsets = upload<int>(csc_offsets, columns + 1, base), *indices = upload<int>(csc_rows, nnz, base);
        CHECK(cusparseCreateCsc(&matrix, rows, columns, nnz, offsets, indices, values, CUSPARSE_INDEX_32I,
                                CUSPARSE_INDEX_32I, base, type));
    } else {
        int *r = upload<int>(row_indices, nnz, base), *c = upload<int>(column_indices, nnz, base);
        CHECK(cusparseCreateCoo(&matrix, rows, columns, nnz, r, c, values, CUSPARSE_INDEX_32I, base, type));
    }
    return matrix;
}

template <class T>
static void vector_products(cusparseHandle_t handle, int format, cudaDataType type, cusparseIndexBase_t base)
{
    const double numbers[] = {1, 10, 100, 1000, 10000};
    cusparseSpMatDescr_t a = make<T>(format, type, base);
    for (cusparseOperation_t op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
        const int in = op == CUSPARSE_OPERATION_NON_TRANSPOSE ? columns : rows, out = rows + columns - in;
        T *dev_x = upload<T>(numbers, in), *dev_y = upload<T>(numbers, out), alpha = 2, beta = 3;
        cusparseDnVecDescr_t x, y;
        CHECK(cusparseCreateDnVec(&x, in, dev_x, type));
        CHECK(cusparseCreateDnVec(&y, out, dev_y, type));
        size_t size = 0;
        void *buffer = NULL;
        CHECK(cusparseSpMV_bufferSize(handle, op, &alpha, a, x, &beta, y, type, CUSPARSE_SPMV_ALG_DEFAULT, &size));
        HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
        CHECK(cusparseSpMV(handle, op, &alpha, a, x, &beta, y, type, CUSPARSE_SPMV_ALG_DEFAULT, buffer));
        printf("format %d, base %d, %zu bytes, op %d:", format, (int)base, sizeof(T), (int)op);
        show(" y", dev_y, out);
        CHECK(cusparseDestroyDnVec(x));
        CHECK(cusparseDestroyDnVec(y));
        HANDLE_ERROR(cudaFree(buffer));
    }
    CHECK(cusparseDestroySpMat(a));
}

static void matrix_products(cusparseHandle_t handle, cusparseOrder_t order_b, cusparseOrder_t order_c,
                            cusparseOperation_t opb)
{
    const int n = 2, ldc = order_c == CUSPARSE_ORDER_COL ? rows + 1 : n + 1;
    double numbers[30];
    for (int i = 0; i < 30; i++)
        numbers[i] = i % 7 - 3;
    cusparseSpMatDescr_t a = make<float>(2, CUDA_R_32F, CUSPARSE_INDEX_BASE_ZERO);
    float *dev_b = upload<float>(numbers, 30), *dev_c = upload<float>(numbers, 30), alpha = 2, beta = -1;
    cusparseDnMatDescr_t b, c;
    const int b_rows = opb == CUSPARSE_OPERATION_NON_TRANSPOSE ? columns : n, b_columns = columns + n - b_rows;
    CHECK(cusparseCreateDnMat(&b, b_rows, b_columns, (order_b == CUSPARSE_ORDER_COL ? b_rows : b_columns) + 1, dev_b,
                              CUDA_R_32F, order_b));
    CHECK(cusparseCreateDnMat(&c, rows, n, ldc, dev_c, CUDA_R_32F, order_c));
    size_t size = 0;
    void *buffer = NULL;
    CHECK(cusparseSpMM_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, opb, &alpha, a, b, &beta, c, CUDA_R_32F,
                                  CUSPARSE_SPMM_ALG_DEFAULT, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseSpMM(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, opb, &alpha, a, b, &beta, c, CUDA_R_32F,
                       CUSPARSE_SPMM_ALG_DEFAULT, buffer));
    printf("orders %d and %d, op %d:", (int)order_b, (int)order_c, (int)opb);
    show(" C", dev_c, (order_c == CUSPARSE_ORDER_COL ? n : rows) * ldc);
    CHECK(cusparseDestroyDnMat(b));
    CHECK(cusparseDestroyDnMat(c));
    CHECK(cusparseDestroySpMat(a));
    HANDLE_ERROR(cudaFree(buffer));
}

// The conjugate transpose of (1 + i), 2i and (3 - i) in a diagonal, with factors in device memory; y is not read.
static void complex_product(cusparseHandle_t handle)
{
    const cuComplex values[] = {{1, 1}, {0, 2}, {3, -1}}, x[] = {{1, 0}, {0, 1}, {2, 2}}, factors[] = {{0, 1}, {0, 0}};
    const int offsets[] = {0, 1, 2, 3}, indices[] = {0, 1, 2};
    cuComplex *dev; // values, x, factors, y
    HANDLE_ERROR(cudaMalloc((void **)&dev, 11 * sizeof *dev));
    HANDLE_ERROR(cudaMemcpy(dev, values, sizeof values, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev + 3, x, sizeof x, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev + 6, factors, sizeof factors, cudaMemcpyHostToDevice));
    int *dev_offsets = upload<int>(offsets, 4), *dev_indices = upload<int>(indices, 3);
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t vec_x, vec_y;
    CHECK(cusparseCreateCsr(&a, 3, 3, 3, dev_offsets, dev_indices, dev, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_C_32F));
    CHECK(cusparseCreateDnVec(&vec_x, 3, dev + 3, CUDA_C_32F));
    CHECK(cusparseCreateDnVec(&vec_y, 3, dev + 8, CUDA_C_32F));
    CHECK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    size_t size = 0;
    void *buffer = NULL;
    CHECK(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, dev + 6, a, vec_x, dev + 7, vec_y,
                                  CUDA_C_32F, CUSPARSE_SPMV_ALG_DEFAULT, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseSpMV(handle, CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE, dev + 6, a, vec_x, dev + 7, vec_y, CUDA_C_32F,
                       CUSPARSE_SPMV_ALG_DEFAULT, buffer));
    show("complex", (float *)(dev + 8), 6);
    CHECK(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_HOST));
    CHECK(cusparseDestroySpMat(a));
    CHECK(cusparseDestroyDnVec(vec_x));
    CHECK(cusparseDestroyDnVec(vec_y));
    HANDLE_ERROR(cudaFree(buffer));
    HANDLE_ERROR(cudaFree(dev));
}

int main(void)
{
    cusparseHandle_t handle;
    CHECK(cusparseCreate(&handle));
    for (int format = 0; format < 3; format++) {
        vector_products<float>(handle, format, CUDA_R_32F, CUSPARSE_INDEX_BASE_ZERO);
        vector_products<double>(handle, format, CUDA_R_64F, CUSPARSE_INDEX_BASE_ONE);
    }
    for (cusparseOrder_t order_b : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW})
        for (cusparseOrder_t order_c : {CUSPARSE_ORDER_COL, CUSPARSE_ORDER_ROW})
            for (cusparseOperation_t op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE})
                matrix_products(handle, order_b, order_c, op);
    complex_product(handle);
    CHECK(cusparseDestroy(handle));
    for (void *dev : uploaded)
        HANDLE_ERROR(cudaFree(dev));
    return 0;
}
