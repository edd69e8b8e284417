// SPDX-License-Identifier: MIT
// web_ranks.cu: PageRank of a made-up web, from a list of links to a matrix in CSR
// Feature: cusparseXcoo2csr, cusparseCsr2cscEx2, SpMV with vectors that change places, own kernels between the calls
#include <cusparse.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

#define gpuErrchk(ans)                                                                                                 \
    {                                                                                                                  \
        gpuAssert((ans), __FILE__, __LINE__);                                                                          \
    }
inline void gpuAssert(cudaError_t code, const char *file, int line, bool abort = true)
{
    if (code != cudaSuccess) {
        fprintf(stderr, "GPUassert: %s %s %d\n", cudaGetErrorString(code), file, line);
        if (abort)
            exit(code);
    }
}
#define spErrchk(ans)                                                                                                  \
    {                                                                                                                  \
        cusparseStatus_t s = (ans);                                                                                    \
        if (s != CUSPARSE_STATUS_SUCCESS) {                                                                            \
            fprintf(stderr, "%s %s %d\n", cusparseGetErrorName(s), __FILE__, __LINE__);                                \
            exit(1);                                                                                                   \
        }                                                                                                              \
    }

__global__ void out_weights(const int *rowPtr, float *val, int n)
{
    int row = blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n)
        return;
    int degree = rowPtr[row + 1] - rowPtr[row];
    for (int k = rowPtr[row]; k < rowPtr[row + 1]; k++)
        val[k] = 1.0f / degree;
}

__global__ void damp(float *rank, const float *old, float damping, int n, float *change)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float d = 0;
    if (i < n) {
        rank[i] = damping * rank[i] + (1 - damping) / n;
        d = fabsf(rank[i] - old[i]);
    }
    for (int offset = 16; offset > 0; offset >>= 1)
        d += __shfl_down_sync(0xffffffff, d, offset);
    if (threadIdx.x % 32 == 0)
        atomicAdd(change, d);
}

int main()
{
    const int n = 3000;
    std::vector<std::pair<int, int>> links; // from, to; every page has at least one
    unsigned long long seed = 88172645463325252ull;
    for (int page = 0; page < n; page++)
        for (int k = 0; k < 1 + page % 7; k++) {
            seed ^= seed << 13, seed ^= seed >> 7, seed ^= seed << 17;
            int to = (int)((seed % 1000) * (seed / 1000 % 1000) * n / 1000000) % n; // small numbers are popular
            links.push_back({page, to});
        }
    std::sort(links.begin(), links.end());
    links.erase(std::unique(links.begin(), links.end()), links.end());
    const int nnz = (int)links.size();
    std::vector<int> from(nnz), to(nnz);
    for (int i = 0; i < nnz; i++)
        from[i] = links[i].first, to[i] = links[i].second;

    int *d_from, *d_to, *d_rowPtr, *d_colPtr, *d_rowInd;
    float *d_val, *d_cscVal, *d_rank, *d_next, *d_change;
    gpuErrchk(cudaMalloc(&d_from, nnz * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_to, nnz * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_rowPtr, (n + 1) * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_colPtr, (n + 1) * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_rowInd, nnz * sizeof(int)));
    gpuErrchk(cudaMalloc(&d_val, nnz * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_cscVal, nnz * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_rank, n * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_next, n * sizeof(float)));
    gpuErrchk(cudaMalloc(&d_change, sizeof(float)));
    gpuErrchk(cudaMemcpy(d_from, from.data(), nnz * sizeof(int), cudaMemcpyHostToDevice));
    gpuErrchk(cudaMemcpy(d_to, to.data(), nnz * sizeof(int), cudaMemcpyHostToDevice));

    cusparseHandle_t handle = 0;
    spErrchk(cusparseCreate(&handle));
    spErrchk(cusparseXcoo2csr(handle, d_from, nnz, n, d_rowPtr, CUSPARSE_INDEX_BASE_ZERO));
    out_weights<<<(n + 127) / 128, 128>>>(d_rowPtr, d_val, n);
    gpuErrchk(cudaPeekAtLastError());
    // The columns of the CSC form are the rows of the transpose.
    size_t bytes = 0;
    void *scratch = NULL;
    spErrchk(cusparseCsr2cscEx2_bufferSize(handle, n, n, nnz, d_val, d_rowPtr, d_to, d_cscVal, d_colPtr, d_rowInd,
                                           CUDA_R_32F, CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO,
                                           CUSPARSE_CSR2CSC_ALG1, &bytes));
    gpuErrchk(cudaMalloc(&scratch, bytes));
    spErrchk(cusparseCsr2cscEx2(handle, n, n, nnz, d_val, d_rowPtr, d_to, d_cscVal, d_colPtr, d_rowInd, CUDA_R_32F,
                                CUSPARSE_ACTION_NUMERIC, CUSPARSE_INDEX_BASE_ZERO, CUSPARSE_CSR2CSC_ALG1, scratch));
    gpuErrchk(cudaFree(scratch));

    cusparseSpMatDescr_t A;
    cusparseDnVecDescr_t x, y;
    spErrchk(cusparseCreateCsr(&A, n, n, nnz, d_colPtr, d_rowInd, d_cscVal, CUSPARSE_INDEX_32I, CUSPARSE_INDEX_32I,
                               CUSPARSE_INDEX_BASE_ZERO, CUDA_R_32F));
    spErrchk(cusparseCreateDnVec(&x, n, d_rank, CUDA_R_32F));
    spErrchk(cusparseCreateDnVec(&y, n, d_next, CUDA_R_32F));
    std::vector<float> rank(n, 1.0f / n);
    gpuErrchk(cudaMemcpy(d_rank, rank.data(), n * sizeof(float), cudaMemcpyHostToDevice));
    float alpha = 1, beta = 0, change = 1;
    spErrchk(cusparseSpMV_bufferSize(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y, CUDA_R_32F,
                                     CUSPARSE_SPMV_CSR_ALG1, &bytes));
    gpuErrchk(cudaMalloc(&scratch, bytes));
    int rounds = 0;
    for (; rounds < 100 && change > 1e-5f; rounds++) {
        gpuErrchk(cudaMemset(d_change, 0, sizeof(float)));
        spErrchk(cusparseSpMV(handle, CUSPARSE_OPERATION_NON_TRANSPOSE, &alpha, A, x, &beta, y, CUDA_R_32F,
                              CUSPARSE_SPMV_CSR_ALG1, scratch));
        damp<<<(n + 127) / 128, 128>>>(d_next, d_rank, 0.85f, n, d_change);
        gpuErrchk(cudaMemcpy(&change, d_change, sizeof change, cudaMemcpyDeviceToHost));
        std::swap(d_rank, d_next);
        spErrchk(cusparseDnVecSetValues(x, d_rank));
        spErrchk(cusparseDnVecSetValues(y, d_next));
    }
    gpuErrchk(cudaMemcpy(rank.data(), d_rank, n * sizeof(float), cudaMemcpyDeviceToHost));

    std::vector<double> ref(n, 1.0 / n), next(n);
    std::vector<int> degree(n);
    for (auto &l : links)
        degree[l.first]++;
    for (int r = 0; r < rounds; r++) {
        std::fill(next.begin(), next.end(), 0.15 / n);
        for (auto &l : links)
            next[l.second] += 0.85 * ref[l.first] / degree[l.first];
        ref.swap(next);
    }
    double worst = 0, sum = 0;
    for (int i = 0; i < n; i++) {
        worst = std::max(worst, std::fabs(ref[i] - rank[i]) / ref[i]);
        sum += rank[i];
    }
    printf("%d pages, %d links, %d rounds, sum %.4f, error %.1e\n", n, nnz, rounds, sum, worst);
    spErrchk(cusparseDestroySpMat(A));
    spErrchk(cusparseDestroyDnVec(x));
    spErrchk(cusparseDestroyDnVec(y));
    spErrchk(cusparseDestroy(handle));
    for (void *p : {(void *)d_from, (void *)d_to, (void *)d_rowPtr, (void *)d_colPtr, (void *)d_rowInd, (void *)d_val,
                    (void *)d_cscVal, (void *)d_rank, (void *)d_next, (void *)d_change, scratch})
        gpuErrchk(cudaFree(p));
    return !(worst < 1e-3);
}
