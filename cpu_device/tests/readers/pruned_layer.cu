// SPDX-License-Identifier: MIT
// pruned_layer.cu: a layer of a network whose small weights are dropped: dense to sparse, then a sparse times dense
// product Feature: DenseToSparse in its three steps, SpMM with row-major matrices, a handle in a class, kernels before
// and after
#include <cusparse.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define M 96
#define K 128
#define N 32

#define OK(x)                                                                                                          \
    if ((x) != 0) {                                                                                                    \
        printf("failed: %s (line %d)\n", #x, __LINE__);                                                                \
        exit(2);                                                                                                       \
    }

__global__ void prune(float *w, int n, float threshold)
{
    const int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i < n && fabsf(w[i]) < threshold)
        w[i] = 0.f;
}

__global__ void bias_relu(float *y, const float *bias, int rows, int cols)
{
    const int c = threadIdx.x + blockIdx.x * blockDim.x, r = threadIdx.y + blockIdx.y * blockDim.y;
    if (r < rows && c < cols) {
        float v = y[r * cols + c] + bias[r];
        y[r * cols + c] = v > 0.f ? v : 0.f;
    }
}

class Sparse
{
    cusparseHandle_t h;
    cusparseSpMatDescr_t w;
    int *offsets, *columns;
    float *values;
    int64_t nnz;

  public:
    Sparse(float *dense, int rows, int cols)
    {
        cusparseDnMatDescr_t d;
        size_t bytes;
        void *tmp;
        OK(cusparseCreate(&h));
        OK(cudaMalloc(&offsets, (rows + 1) * sizeof(int)));
        OK(cusparseCreateDnMat(&d, rows, cols, cols, dense, CUDA_R_32F, CUSPARSE_ORDER_ROW));
        OK(cusparseCreateCsr(&w, rows, cols, 0, offsets, NULL, NULL, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                             CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
        OK(cusparseDenseToSparse_bufferSize(h, d, w, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, &bytes));
        OK(cudaMalloc(&tmp, bytes));
        OK(cusparseDenseToSparse_analysis(h, d, w, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, tmp));
        int64_t r, c;
        OK(cusparseSpMatGetSize(w, &r, &c, &nnz));
        OK(cudaMalloc(&columns, nnz * sizeof(int)));
        OK(cudaMalloc(&values, nnz * sizeof(float)));
        OK(cusparseCsrSetPointers(w, offsets, columns, values));
        OK(cusparseDenseToSparse_convert(h, d, w, CUSPARSE_DENSETOSPARSE_ALG_DEFAULT, tmp));
        OK(cudaFree(tmp));
        OK(cusparseDestroyDnMat(d));
    }
    ~Sparse()
    {
        OK(cusparseDestroySpMat(w));
        OK(cusparseDestroy(h));
        OK(cudaFree(offsets));
        OK(cudaFree(columns));
        OK(cudaFree(values));
    }
    int64_t nonzeros() const
    {
        return nnz;
    }
    void multiply(float *x, int rows, int cols, float *y, int out)
    {
        cusparseDnMatDescr_t b, c;
        float one = 1.f, zero = 0.f;
        size_t bytes;
        void *tmp = NULL;
        OK(cusparseCreateDnMat(&b, rows, cols, cols, x, CUDA_R_32F, CUSPARSE_ORDER_ROW));
        OK(cusparseCreateDnMat(&c, out, cols, cols, y, CUDA_R_32F, CUSPARSE_ORDER_ROW));
        OK(cusparseSpMM_bufferSize(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, w, b,
                                   &zero, c, CUDA_R_32F, CUSPARSE_SPMM_CSR_ALG2, &bytes));
        OK(cudaMalloc(&tmp, bytes));
        OK(cusparseSpMM(h, CUSPARSE_OPERATION_NON_TRANSPOSE, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, w, b, &zero, c,
                        CUDA_R_32F, CUSPARSE_SPMM_CSR_ALG2, tmp));
        OK(cudaFree(tmp));
        OK(cusparseDestroyDnMat(b));
        OK(cusparseDestroyDnMat(c));
    }
};

static float weight(int i)
{
    return (float)((i * 7919) % 201 - 100) / 100.f;
}

int main()
{
    static float w[M * K], x[K * N], y[M * N], bias[M];
    for (int i = 0; i < M * K; i++)
        w[i] = weight(i);
    for (int i = 0; i < K * N; i++)
        x[i] = (float)(i % 13 - 6) / 8.f;
    for (int i = 0; i < M; i++)
        bias[i] = (float)(i % 3) - 1.f;
    float *dw, *dx, *dy, *db;
    OK(cudaMalloc(&dw, sizeof w));
    OK(cudaMalloc(&dx, sizeof x));
    OK(cudaMalloc(&dy, sizeof y));
    OK(cudaMalloc(&db, sizeof bias));
    OK(cudaMemcpy(dw, w, sizeof w, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(dx, x, sizeof x, cudaMemcpyHostToDevice));
    OK(cudaMemcpy(db, bias, sizeof bias, cudaMemcpyHostToDevice));
    prune<<<(M * K + 255) / 256, 256>>>(dw, M * K, 0.8f);
    OK(cudaGetLastError());
    int wrong = 0;
    {
        Sparse layer(dw, M, K);
        printf("%lld of %d weights remain\n", (long long)layer.nonzeros(), M * K);
        layer.multiply(dx, K, N, dy, M);
    }
    dim3 block(16, 16), grid((N + 15) / 16, (M + 15) / 16);
    bias_relu<<<grid, block>>>(dy, db, M, N);
    OK(cudaGetLastError());
    OK(cudaMemcpy(y, dy, sizeof y, cudaMemcpyDeviceToHost));
    for (int r = 0; r < M; r++)
        for (int c = 0; c < N; c++) {
            double sum = bias[r];
            for (int k = 0; k < K; k++)
                if (fabsf(w[r * K + k]) >= 0.8f)
                    sum += (double)w[r * K + k] * x[k * N + c];
            if (sum < 0)
                sum = 0;
            wrong += !(fabs(sum - y[r * N + c]) < 1e-3);
        }
    printf("%s\n", wrong ? "FAILED" : "PASSED");
    OK(cudaFree(dw));
    OK(cudaFree(dx));
    OK(cudaFree(dy));
    OK(cudaFree(db));
    return wrong != 0;
}
