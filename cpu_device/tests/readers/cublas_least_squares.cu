// SPDX-License-Identifier: MIT
// cublas_least_squares.cu: a polynomial through noisy points, by the normal equations and a Cholesky factorization
// Feature: cublasDsyrk and cublasDgemv, then cusolverDnDpotrf and potrs on the lower triangle, one stream for both
#include <cublas_v2.h>
#include <cusolverDn.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define N 500
#define DEGREE 4
#define P (DEGREE + 1)

static void bail(const char *where, int code)
{
    fprintf(stderr, "%s failed with %d\n", where, code);
    exit(EXIT_FAILURE);
}
#define RUN(f)                                                                                                         \
    do {                                                                                                               \
        int c_ = (int)(f);                                                                                             \
        if (c_ != 0)                                                                                                   \
            bail(#f, c_);                                                                                              \
    } while (0)

__global__ void vandermonde(const double *x, double *a, int n, int p)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= n)
        return;
    double power = 1;
    for (int j = 0; j < p; j++) {
        a[j * n + i] = power; // column after column
        power *= x[i];
    }
}

int main(void)
{
    static const double truth[P] = {0.5, -1.0, 0.25, 2.0, -0.75};
    double x[N], y[N], c[P];
    for (int i = 0; i < N; i++) {
        x[i] = -1.0 + 2.0 * i / (N - 1);
        y[i] = 0;
        for (int j = DEGREE; j >= 0; j--)
            y[i] = y[i] * x[i] + truth[j];
        y[i] += 1e-3 * ((i * 37 % 101) / 50.0 - 1.0);
    }
    cublasHandle_t blas;
    cusolverDnHandle_t solver;
    cudaStream_t stream;
    RUN(cudaStreamCreate(&stream));
    RUN(cublasCreate(&blas));
    RUN(cusolverDnCreate(&solver));
    RUN(cublasSetStream(blas, stream));
    RUN(cusolverDnSetStream(solver, stream));
    double *dx, *dy, *da, *dm, *db, *work;
    int *info, hinfo[2] = {-1, -1}, lwork;
    RUN(cudaMalloc((void **)&dx, sizeof x));
    RUN(cudaMalloc((void **)&dy, sizeof y));
    RUN(cudaMalloc((void **)&da, sizeof x * P));
    RUN(cudaMalloc((void **)&dm, sizeof(double) * P * P));
    RUN(cudaMalloc((void **)&db, sizeof c));
    RUN(cudaMalloc((void **)&info, sizeof hinfo));
    RUN(cudaMemcpyAsync(dx, x, sizeof x, cudaMemcpyHostToDevice, stream));
    RUN(cudaMemcpyAsync(dy, y, sizeof y, cudaMemcpyHostToDevice, stream));
    vandermonde<<<(N + 127) / 128, 128, 0, stream>>>(dx, da, N, P);
    RUN(cudaGetLastError());
    // A^T A, its lower triangle alone, and A^T y
    const double one = 1, zero = 0;
    RUN(cublasDsyrk(blas, CUBLAS_FILL_MODE_LOWER, CUBLAS_OP_T, P, N, &one, da, N, &zero, dm, P));
    RUN(cublasDgemv(blas, CUBLAS_OP_T, N, P, &one, da, N, dy, 1, &zero, db, 1));
    RUN(cusolverDnDpotrf_bufferSize(solver, CUBLAS_FILL_MODE_LOWER, P, dm, P, &lwork));
    RUN(cudaMalloc((void **)&work, lwork * sizeof(double)));
    RUN(cusolverDnDpotrf(solver, CUBLAS_FILL_MODE_LOWER, P, dm, P, work, lwork, info));
    RUN(cusolverDnDpotrs(solver, CUBLAS_FILL_MODE_LOWER, P, 1, dm, P, db, P, info + 1));
    RUN(cudaMemcpyAsync(c, db, sizeof c, cudaMemcpyDeviceToHost, stream));
    RUN(cudaMemcpyAsync(hinfo, info, sizeof hinfo, cudaMemcpyDeviceToHost, stream));
    RUN(cudaStreamSynchronize(stream));
    double worst = 0;
    for (int j = 0; j < P; j++) {
        printf("c%d = %8.5f (%g)\n", j, c[j], truth[j]);
        worst = fmax(worst, fabs(c[j] - truth[j]));
    }
    RUN(cublasDestroy(blas));
    RUN(cusolverDnDestroy(solver));
    RUN(cudaStreamDestroy(stream));
    RUN(cudaFree(dx));
    RUN(cudaFree(dy));
    RUN(cudaFree(da));
    RUN(cudaFree(dm));
    RUN(cudaFree(db));
    RUN(cudaFree(work));
    RUN(cudaFree(info));
    return hinfo[0] != 0 || hinfo[1] != 0 || !(worst < 5e-3);
}
