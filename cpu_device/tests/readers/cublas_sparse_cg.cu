// SPDX-License-Identifier: MIT
// cublas_sparse_cg.cu: conjugate gradients for Poisson's equation in the plane, with a matrix in CSR
// Feature: cuSPARSE's SpMV in the generic interface, cuBLAS's level 1 with scalars on the host, functions in a struct
#include <cublas_v2.h>
#include <cusparse.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define CHECK_CUDA(func)                                                                                               \
    {                                                                                                                  \
        cudaError_t status = (func);                                                                                   \
        if (status != cudaSuccess) {                                                                                   \
            printf("CUDA API failed at line %d with error: %s (%d)\n", __LINE__, cudaGetErrorString(status), status);  \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    }
#define CHECK_CUSPARSE(func)                                                                                           \
    {                                                                                                                  \
        cusparseStatus_t status = (func);                                                                              \
        if (status != CUSPARSE_STATUS_SUCCESS) {                                                                       \
            printf("CUSPARSE API failed at line %d with error: %s (%d)\n", __LINE__, cusparseGetErrorString(status),   \
                   status);                                                                                            \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    }
#define CHECK_CUBLAS(func)                                                                                             \
    {                                                                                                                  \
        cublasStatus_t status = (func);                                                                                \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                         \
            printf("CUBLAS API failed at line %d with error: %d\n", __LINE__, status);                                 \
            return EXIT_FAILURE;                                                                                       \
        }                                                                                                              \
    }

typedef struct VecStruct {
    cusparseDnVecDescr_t vec;
    double *ptr;
} Vec;

// The Laplacian on a grid x grid square with zeros around it.
static void make_laplace_matrix(int **is_out, int **js_out, double **vs_out, int grid, int *nnz_out)
{
    int n = grid * grid, nnz = 0;
    int *is = (int *)malloc((n + 1) * sizeof(int)), *js = (int *)malloc(5 * n * sizeof(int));
    double *vs = (double *)malloc(5 * n * sizeof(double));
    is[0] = 0;
    for (int i = 0; i < grid; i++)
        for (int j = 0; j < grid; j++) {
            const int row = i * grid + j, di[] = {-1, 0, 0, 0, 1}, dj[] = {0, -1, 0, 1, 0};
            for (int k = 0; k < 5; k++) {
                int i2 = i + di[k], j2 = j + dj[k];
                if (i2 < 0 || i2 >= grid || j2 < 0 || j2 >= grid)
                    continue;
                js[nnz] = i2 * grid + j2;
                vs[nnz++] = k == 2 ? 4.0 : -1.0;
            }
            is[row + 1] = nnz;
        }
    *is_out = is;
    *js_out = js;
    *vs_out = vs;
    *nnz_out = nnz;
}

static int gpu_CG(cublasHandle_t cublas, cusparseHandle_t cusparse, int m, cusparseSpMatDescr_t matA, Vec d_B, Vec d_X,
                  Vec d_R, Vec d_P, Vec d_T, void *d_buffer, int maxIterations, double tolerance, int *used)
{
    const double zero = 0.0, one = 1.0, minus_one = -1.0;
    // R = B - A X
    CHECK_CUDA(cudaMemcpy(d_R.ptr, d_B.ptr, m * sizeof(double), cudaMemcpyDeviceToDevice))
    CHECK_CUSPARSE(cusparseSpMV(cusparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &minus_one, matA, d_X.vec, &one, d_R.vec,
                                CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, d_buffer))
    CHECK_CUDA(cudaMemcpy(d_P.ptr, d_R.ptr, m * sizeof(double), cudaMemcpyDeviceToDevice))
    double nrm, delta;
    CHECK_CUBLAS(cublasDnrm2(cublas, m, d_R.ptr, 1, &nrm))
    const double threshold = tolerance * nrm;
    CHECK_CUBLAS(cublasDdot(cublas, m, d_R.ptr, 1, d_R.ptr, 1, &delta))
    for (*used = 1; *used <= maxIterations; ++*used) {
        CHECK_CUSPARSE(cusparseSpMV(cusparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matA, d_P.vec, &zero, d_T.vec,
                                    CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, d_buffer))
        double denominator;
        CHECK_CUBLAS(cublasDdot(cublas, m, d_T.ptr, 1, d_P.ptr, 1, &denominator))
        double alpha = delta / denominator, minus_alpha = -alpha;
        CHECK_CUBLAS(cublasDaxpy(cublas, m, &alpha, d_P.ptr, 1, d_X.ptr, 1))
        CHECK_CUBLAS(cublasDaxpy(cublas, m, &minus_alpha, d_T.ptr, 1, d_R.ptr, 1))
        CHECK_CUBLAS(cublasDnrm2(cublas, m, d_R.ptr, 1, &nrm))
        if (nrm < threshold)
            break;
        double delta_new;
        CHECK_CUBLAS(cublasDdot(cublas, m, d_R.ptr, 1, d_R.ptr, 1, &delta_new))
        double beta = delta_new / delta;
        delta = delta_new;
        CHECK_CUBLAS(cublasDscal(cublas, m, &beta, d_P.ptr, 1))
        CHECK_CUBLAS(cublasDaxpy(cublas, m, &one, d_R.ptr, 1, d_P.ptr, 1))
    }
    return EXIT_SUCCESS;
}

int main(void)
{
    const int grid = 64, m = grid * grid;
    int *h_rows, *h_columns, nnz;
    double *h_values;
    make_laplace_matrix(&h_rows, &h_columns, &h_values, grid, &nnz);
    std::vector<double> h_B(m), h_X(m, 0.0), expected(m);
    for (int i = 0; i < m; i++)
        expected[i] = sin(0.01 * i);
    for (int i = 0; i < m; i++) {
        h_B[i] = 0;
        for (int k = h_rows[i]; k < h_rows[i + 1]; k++)
            h_B[i] += h_values[k] * expected[h_columns[k]];
    }
    int *d_rows, *d_columns;
    double *d_values;
    CHECK_CUDA(cudaMalloc((void **)&d_rows, (m + 1) * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void **)&d_columns, nnz * sizeof(int)))
    CHECK_CUDA(cudaMalloc((void **)&d_values, nnz * sizeof(double)))
    CHECK_CUDA(cudaMemcpy(d_rows, h_rows, (m + 1) * sizeof(int), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_columns, h_columns, nnz * sizeof(int), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(d_values, h_values, nnz * sizeof(double), cudaMemcpyHostToDevice))
    Vec vectors[5];
    for (Vec &v : vectors) {
        CHECK_CUDA(cudaMalloc((void **)&v.ptr, m * sizeof(double)))
        CHECK_CUSPARSE(cusparseCreateDnVec(&v.vec, m, v.ptr, CUDA_R_64F))
    }
    CHECK_CUDA(cudaMemcpy(vectors[0].ptr, h_B.data(), m * sizeof(double), cudaMemcpyHostToDevice))
    CHECK_CUDA(cudaMemcpy(vectors[1].ptr, h_X.data(), m * sizeof(double), cudaMemcpyHostToDevice))
    cublasHandle_t cublas;
    cusparseHandle_t cusparse;
    CHECK_CUBLAS(cublasCreate(&cublas))
    CHECK_CUSPARSE(cusparseCreate(&cusparse))
    cusparseSpMatDescr_t matA;
    CHECK_CUSPARSE(cusparseCreateCsr(&matA, m, m, nnz, d_rows, d_columns, d_values, CUSPARSE_INDEX_32I,
                                     CUSPARSE_INDEX_32I, CUSPARSE_INDEX_BASE_ZERO, CUDA_R_64F))
    const double one = 1.0, zero = 0.0;
    size_t bufferSize;
    void *d_buffer;
    CHECK_CUSPARSE(cusparseSpMV_bufferSize(cusparse, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, matA, vectors[1].vec,
                                           &zero, vectors[0].vec, CUDA_R_64F, CUSPARSE_SPMV_ALG_DEFAULT, &bufferSize))
    CHECK_CUDA(cudaMalloc(&d_buffer, bufferSize))
    int used;
    if (gpu_CG(cublas, cusparse, m, matA, vectors[0], vectors[1], vectors[2], vectors[3], vectors[4], d_buffer, 500,
               1e-10, &used) != EXIT_SUCCESS)
        return EXIT_FAILURE;
    CHECK_CUDA(cudaMemcpy(h_X.data(), vectors[1].ptr, m * sizeof(double), cudaMemcpyDeviceToHost))
    double worst = 0;
    for (int i = 0; i < m; i++)
        worst = fmax(worst, fabs(h_X[i] - expected[i]));
    printf("%d unknowns, %d nonzeros, %d iterations, error %.1e\n", m, nnz, used, worst);
    CHECK_CUSPARSE(cusparseDestroySpMat(matA))
    for (Vec &v : vectors) {
        CHECK_CUSPARSE(cusparseDestroyDnVec(v.vec))
        CHECK_CUDA(cudaFree(v.ptr))
    }
    CHECK_CUSPARSE(cusparseDestroy(cusparse))
    CHECK_CUBLAS(cublasDestroy(cublas))
    CHECK_CUDA(cudaFree(d_buffer))
    CHECK_CUDA(cudaFree(d_rows))
    CHECK_CUDA(cudaFree(d_columns))
    CHECK_CUDA(cudaFree(d_values))
    free(h_rows);
    free(h_columns);
    free(h_values);
    return worst < 1e-7 && used < 500 ? EXIT_SUCCESS : EXIT_FAILURE;
}
