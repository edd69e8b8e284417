// SPDX-License-Identifier: MIT
// cusparse_solvers.cu: triangular systems, of a lower and an upper triangle, as they are and transposed, with a
// diagonal of its own and of ones; one vector and several. The matrix has both triangles, and all quotients are exact.

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

const int n = 4, nnz = 9, columns = 2;
//  2  1  0  0
//  1  4  0 -2
//  0  3  1  0
// -1  0  0  8
const int offsets[] = {0, 2, 5, 7, 9}, indices[] = {0, 1, 0, 1, 3, 1, 2, 0, 3};
const double values[] = {2, 1, 1, 4, -2, 3, 1, -1, 8}, right[] = {8, 16, -24, 32, 1, 2, 3, 4};

template <class T> static T *upload(const T *from, int count)
{
    T *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, from, count * sizeof(T), cudaMemcpyHostToDevice));
    return dev;
}

static void show(const double *dev, int count)
{
    std::vector<double> host(count);
    HANDLE_ERROR(cudaMemcpy(host.data(), dev, count * sizeof(double), cudaMemcpyDeviceToHost));
    for (double x : host)
        printf(" %g", x);
    printf("\n");
}

static void solve_vector(cusparseHandle_t handle, cusparseSpMatDescr_t a, cusparseOperation_t op)
{
    double *dev_x = upload(right, n), *dev_y, alpha = 0.5;
    HANDLE_ERROR(cudaMalloc((void **)&dev_y, n * sizeof(double)));
    cusparseDnVecDescr_t x, y;
    cusparseSpSVDescr_t solver;
    CHECK(cusparseCreateDnVec(&x, n, dev_x, CUDA_R_64F));
    CHECK(cusparseCreateDnVec(&y, n, dev_y, CUDA_R_64F));
    CHECK(cusparseSpSV_createDescr(&solver));
    size_t size = 0;
    void *buffer;
    CHECK(cusparseSpSV_bufferSize(handle, op, &alpha, a, x, y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver, &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseSpSV_analysis(handle, op, &alpha, a, x, y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer));
    CHECK(cusparseSpSV_solve(handle, op, &alpha, a, x, y, CUDA_R_64F, CUSPARSE_SPSV_ALG_DEFAULT, solver));
    show(dev_y, n);
    CHECK(cusparseSpSV_destroyDescr(solver));
    CHECK(cusparseDestroyDnVec(x));
    CHECK(cusparseDestroyDnVec(y));
    HANDLE_ERROR(cudaFree(buffer));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_y));
}

static void solve_columns(cusparseHandle_t handle, cusparseSpMatDescr_t a, cusparseOperation_t op)
{
    double *dev_b = upload(right, n * columns), *dev_c, alpha = 2;
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, n * columns * sizeof(double)));
    cusparseDnMatDescr_t b, c;
    cusparseSpSMDescr_t solver;
    const cusparseOperation_t none = CUSPARSE_OPERATION_NON_TRANSPOSE;
    CHECK(cusparseCreateDnMat(&b, n, columns, n, dev_b, CUDA_R_64F, CUSPARSE_ORDER_COL));
    CHECK(cusparseCreateDnMat(&c, n, columns, n, dev_c, CUDA_R_64F, CUSPARSE_ORDER_COL));
    CHECK(cusparseSpSM_createDescr(&solver));
    size_t size = 0;
    void *buffer;
    CHECK(cusparseSpSM_bufferSize(handle, op, none, &alpha, a, b, c, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver,
                                  &size));
    HANDLE_ERROR(cudaMalloc(&buffer, size + 1));
    CHECK(cusparseSpSM_analysis(handle, op, none, &alpha, a, b, c, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver,
                                buffer));
    CHECK(cusparseSpSM_solve(handle, op, none, &alpha, a, b, c, CUDA_R_64F, CUSPARSE_SPSM_ALG_DEFAULT, solver));
    show(dev_c, n * columns);
    CHECK(cusparseSpSM_destroyDescr(solver));
    CHECK(cusparseDestroyDnMat(b));
    CHECK(cusparseDestroyDnMat(c));
    HANDLE_ERROR(cudaFree(buffer));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
}

int main(void)
{
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    CHECK(cusparseCreate(&handle));
    int *dev_offsets = upload(offsets, n + 1), *dev_indices = upload(indices, nnz);
    double *dev_values = upload(values, nnz);
    CHECK(cusparseCreateCsr(&a, n, n, nnz, dev_offsets, dev_indices, dev_values, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    for (cusparseFillMode_t fill : {CUSPARSE_FILL_MODE_LOWER, CUSPARSE_FILL_MODE_UPPER})
        for (cusparseDiagType_t diagonal : {CUSPARSE_DIAG_TYPE_NON_UNIT, CUSPARSE_DIAG_TYPE_UNIT})
            for (cusparseOperation_t op : {CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_TRANSPOSE}) {
                CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
                CHECK(cusparseSpMatSetAttribute(a, CUSPARSE_SPMAT_DIAG_TYPE, &diagonal, sizeof diagonal));
                printf("fill %d, diagonal %d, op %d:\n", (int)fill, (int)diagonal, (int)op);
                solve_vector(handle, a, op);
                solve_columns(handle, a, op);
            }
    CHECK(cusparseDestroySpMat(a));
    CHECK(cusparseDestroy(handle));
    HANDLE_ERROR(cudaFree(dev_offsets));
    HANDLE_ERROR(cudaFree(dev_indices));
    HANDLE_ERROR(cudaFree(dev_values));
    return 0;
}
