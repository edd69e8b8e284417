// SPDX-License-Identifier: MIT
// gauss_seidel_sparse.cu: Gauss-Seidel's iteration as a triangular solve: (L + D) x' = b - U x
// Feature: SpSV on one triangle of a matrix, the rest multiplied as a matrix of its own, alpha and beta in device
// memory
#include <cuda_runtime.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static void die(const char *what, int line)
{
    std::fprintf(stderr, "line %d: %s\n", line, what);
    std::exit(EXIT_FAILURE);
}
#define CUDA(x)                                                                                                        \
    if (auto e = (x))                                                                                                  \
    die(cudaGetErrorString(e), __LINE__)
#define SPARSE(x)                                                                                                      \
    if (auto s = (x))                                                                                                  \
    die(cusparseGetErrorString(s), __LINE__)

struct CSR {
    std::vector<int> offsets{0}, columns;
    std::vector<double> values;
    void add(int column, double value)
    {
        columns.push_back(column);
        values.push_back(value);
    }
    void end_row()
    {
        offsets.push_back((int)columns.size());
    }
};

struct DeviceCSR {
    int *offsets, *columns;
    double *values;
    cusparseSpMatDescr_t descr;
    DeviceCSR(const CSR &m, int n)
    {
        const size_t nnz = m.values.size();
        CUDA(cudaMalloc(&offsets, m.offsets.size() * sizeof(int)));
        CUDA(cudaMalloc(&columns, nnz * sizeof(int)));
        CUDA(cudaMalloc(&values, nnz * sizeof(double)));
        CUDA(cudaMemcpy(offsets, m.offsets.data(), m.offsets.size() * sizeof(int), cudaMemcpyHostToDevice));
        CUDA(cudaMemcpy(columns, m.columns.data(), nnz * sizeof(int), cudaMemcpyHostToDevice));
        CUDA(cudaMemcpy(values, m.values.data(), nnz * sizeof(double), cudaMemcpyHostToDevice));
        SPARSE(cusparseCreateCsr(&descr, n, n, (int64_t)nnz, offsets, columns, values, CUSPARSE_INDEX_32I,
                                 CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F));
    }
    ~DeviceCSR()
    {
        cusparseDestroySpMat(descr);
        cudaFree(offsets);
        cudaFree(columns);
        cudaFree(values);
    }
};

int main()
{
    const int n = 2000;
    CSR lower, upper;
    std::vector<double> b(n), expected(n);
    for (int i = 0; i < n; i++)
        expected[i] = 1.0 + i % 5;
    for (int i = 0; i < n; i++) {
        for (int j : {i - 40, i - 1, i, i + 1, i + 40}) {
            if (j < 0 || j >= n)
                continue;
            const double a = i == j ? 5.0 : -1.0 - 0.1 * (j % 2);
            b[i] += a * expected[j];
            (j <= i ? lower : upper).add(j, a);
        }
        lower.end_row();
        upper.end_row();
    }
    DeviceCSR LD(lower, n), U(upper, n);
    double *x, *r, *rhs, *scalars;
    const double host_scalars[] = {1.0, -1.0};
    CUDA(cudaMalloc(&x, n * sizeof(double)));
    CUDA(cudaMalloc(&r, n * sizeof(double)));
    CUDA(cudaMalloc(&rhs, n * sizeof(double)));
    CUDA(cudaMalloc(&scalars, sizeof host_scalars));
    CUDA(cudaMemset(x, 0, n * sizeof(double)));
    CUDA(cudaMemcpy(rhs, b.data(), n * sizeof(double), cudaMemcpyHostToDevice));
    CUDA(cudaMemcpy(scalars, host_scalars, sizeof host_scalars, cudaMemcpyHostToDevice));

    cudaStream_t stream;
    cusparseHandle_t handle;
    CUDA(cudaStreamCreate(&stream));
    SPARSE(cusparseCreate(&handle));
    SPARSE(cusparseSetStream(handle, stream));
    SPARSE(cusparseSetPointerMode(handle, CUSPARSE_POINTER_MODE_DEVICE));
    CUDA(cudaDeviceSynchronize()); // the copies above were in another stream
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diag = CUSPARSE_DIAG_TYPE_NON_UNIT;
    SPARSE(cusparseSpMatSetAttribute(LD.descr, CUSPARSE_SPMAT_FILL_MODE, &fill, sizeof fill));
    SPARSE(cusparseSpMatSetAttribute(LD.descr, CUSPARSE_SPMAT_DIAG_TYPE, &diag, sizeof diag));
    cusparseDnVecDescr_t vx, vr;
    SPARSE(cusparseCreateDnVec(&vx, n, x, CUDA_R_64F));
    SPARSE(cusparseCreateDnVec(&vr, n, r, CUDA_R_64F));
    cusparseSpSVDescr_t solver;
    SPARSE(cusparseSpSV_createDescr(&solver));
    const double *one = scalars, *minus_one = scalars + 1;
    size_t bytes_v, bytes_s;
    void *buffer_v, *buffer_s;
    SPARSE(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, minus_one, U.descr, vx, one, vr,
                                   CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bytes_v));
    SPARSE(cusparseSpSV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, one, LD.descr, vr, vx, CUDA_R_64F,
                                   CUSPARSE_SPSV_ALG_DEFAULT, solver, &bytes_s));
    CUDA(cudaMalloc(&buffer_v, bytes_v));
    CUDA(cudaMalloc(&buffer_s, bytes_s));
    SPARSE(cusparseSpSV_analysis(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, one, LD.descr, vr, vx, CUDA_R_64F,
                                 CUSPARSE_SPSV_ALG_DEFAULT, solver, buffer_s));
    for (int iteration = 0; iteration < 60; iteration++) {
        CUDA(cudaMemcpyAsync(r, rhs, n * sizeof(double), cudaMemcpyDeviceToDevice, stream));
        SPARSE(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, minus_one, U.descr, vx, one, vr, CUDA_R_64F,
                            CUSPARSE_SPMV_ALG_DEFAULT, buffer_v));
        SPARSE(cusparseSpSV_solve(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, one, LD.descr, vr, vx, CUDA_R_64F,
                                  CUSPARSE_SPSV_ALG_DEFAULT, solver));
    }
    std::vector<double> result(n);
    CUDA(cudaMemcpyAsync(result.data(), x, n * sizeof(double), cudaMemcpyDeviceToHost, stream));
    CUDA(cudaStreamSynchronize(stream));
    double worst = 0;
    for (int i = 0; i < n; i++)
        worst = std::fmax(worst, std::fabs(result[i] - expected[i]));
    std::printf("60 iterations, error %.2e\n", worst);
    SPARSE(cusparseSpSV_destroyDescr(solver));
    SPARSE(cusparseDestroyDnVec(vx));
    SPARSE(cusparseDestroyDnVec(vr));
    SPARSE(cusparseDestroy(handle));
    CUDA(cudaStreamDestroy(stream));
    for (void *p : {(void *)x, (void *)r, (void *)rhs, (void *)scalars, buffer_v, buffer_s})
        CUDA(cudaFree(p));
    return worst < 1e-6 ? 0 : 1;
}
