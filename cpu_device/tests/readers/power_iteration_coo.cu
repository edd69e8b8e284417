// SPDX-License-Identifier: MIT
// power_iteration_coo.cu: the largest eigenvalue of a graph's adjacency matrix, which is a list of edges
// Feature: a matrix in COO with 64-bit indices, SpMV in a captured graph that is launched many times, own reductions
#include <cusparse.h>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define TRY(call)                                                                                                      \
    if (auto code_ = (call); code_ != decltype(code_)(0)) {                                                            \
        std::printf("%s:%d code %d\n", __FILE__, __LINE__, int(code_));                                                \
        std::exit(1);                                                                                                  \
    }

// The norm of y; then x = y / norm. One block.
__global__ void normalize(const double *y, double *x, int n, double *norm)
{
    __shared__ double s[256];
    double sum = 0;
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        sum += y[i] * y[i];
    s[threadIdx.x] = sum;
    __syncthreads();
    for (unsigned half = blockDim.x >> 1; half > 0; half >>= 1) {
        if (threadIdx.x < half)
            s[threadIdx.x] += s[threadIdx.x + half];
        __syncthreads();
    }
    const double length = sqrt(s[0]);
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        x[i] = y[i] / length;
    if (threadIdx.x == 0)
        *norm = length;
}

__global__ void fill(double *x, int n, double value)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n)
        x[i] = value;
}

int main()
{
    // A wheel: a ring of n - 1 vertices and a hub. Its largest eigenvalue is 1 + sqrt(n).
    const int n = 901;
    std::vector<int64_t> rows, columns;
    for (int64_t v = 0; v < n - 1; v++) {
        const int64_t next = (v + 1) % (n - 1), before = (v + n - 2) % (n - 1), hub = n - 1;
        for (int64_t other : {next < before ? next : before, next < before ? before : next, hub}) {
            rows.push_back(v);
            columns.push_back(other);
        }
    }
    for (int64_t v = 0; v < n - 1; v++) {
        rows.push_back(n - 1);
        columns.push_back(v);
    }
    const int64_t nnz = (int64_t)rows.size();
    int64_t *d_rows, *d_columns;
    double *d_ones, *d_x, *d_y, *d_norm, norm = 0;
    TRY(cudaMalloc(&d_rows, nnz * sizeof(int64_t)));
    TRY(cudaMalloc(&d_columns, nnz * sizeof(int64_t)));
    TRY(cudaMalloc(&d_ones, nnz * sizeof(double)));
    TRY(cudaMalloc(&d_x, n * sizeof(double)));
    TRY(cudaMalloc(&d_y, n * sizeof(double)));
    TRY(cudaMalloc(&d_norm, sizeof(double)));
    TRY(cudaMemcpy(d_rows, rows.data(), nnz * sizeof(int64_t), cudaMemcpyHostToDevice));
    TRY(cudaMemcpy(d_columns, columns.data(), nnz * sizeof(int64_t), cudaMemcpyHostToDevice));
    fill<<<(unsigned)(nnz + 255) / 256, 256>>>(d_ones, (int)nnz, 1.0);
    fill<<<(n + 255) / 256, 256>>>(d_x, n, 1 / sqrt((double)n));
    TRY(cudaDeviceSynchronize());

    cudaStream_t stream;
    cusparseHandle_t handle;
    cusparseSpMatDescr_t a;
    cusparseDnVecDescr_t x, y;
    TRY(cudaStreamCreate(&stream));
    TRY(cusparseCreate(&handle));
    TRY(cusparseSetStream(handle, stream));
    TRY(cusparseCreateCoo(&a, n, n, nnz, d_rows, d_columns, d_ones, CUSPARSE_INDEX_64I, CUSPARSE_INDEX_BASE_ZERO,
                          CUDA_R_64F));
    TRY(cusparseCreateDnVec(&x, n, d_x, CUDA_R_64F));
    TRY(cusparseCreateDnVec(&y, n, d_y, CUDA_R_64F));
    const double one = 1, zero = 0;
    size_t bytes;
    void *buffer;
    TRY(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_64F,
                                CUSPARSE_SPMV_COO_ALG1, &bytes));
    TRY(cudaMalloc(&buffer, bytes));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    TRY(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
    TRY(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &one, a, x, &zero, y, CUDA_R_64F, CUSPARSE_SPMV_COO_ALG1,
                     buffer));
    normalize<<<1, 256, 0, stream>>>(d_y, d_x, n, d_norm);
    TRY(cudaStreamEndCapture(stream, &graph));
    TRY(cudaGraphInstantiate(&exec, graph, 0));
    for (int i = 0; i < 300; i++)
        TRY(cudaGraphLaunch(exec, stream));
    TRY(cudaMemcpyAsync(&norm, d_norm, sizeof norm, cudaMemcpyDeviceToHost, stream));
    TRY(cudaStreamSynchronize(stream));
    const double expected = 1 + std::sqrt((double)n);
    std::printf("eigenvalue %.9f, %.9f expected\n", norm, expected);
    TRY(cudaGraphExecDestroy(exec));
    TRY(cudaGraphDestroy(graph));
    TRY(cusparseDestroySpMat(a));
    TRY(cusparseDestroyDnVec(x));
    TRY(cusparseDestroyDnVec(y));
    TRY(cusparseDestroy(handle));
    TRY(cudaStreamDestroy(stream));
    for (void *p :
         {(void *)d_rows, (void *)d_columns, (void *)d_ones, (void *)d_x, (void *)d_y, (void *)d_norm, buffer})
        TRY(cudaFree(p));
    return !(std::fabs(norm - expected) < 1e-6);
}
