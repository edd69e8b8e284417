// SPDX-License-Identifier: MIT
// spmv_ell_coo.cu: sparse matrix in ELL with the overlong rows in COO
// Feature: column-major padding, atomicAdd of doubles, cudaMallocManaged with placement of several arrays
#include <stdio.h>
#include <stdlib.h>

#define N (1 << 14)
#define K 8

__global__ void ell(const int *col, const double *val, const double *x, double *y, int n)
{
    int row = blockDim.x * blockIdx.x + threadIdx.x;
    if (row >= n)
        return;
    double dot = 0;
    for (int k = 0; k < K; k++) {
        int c = col[n * k + row];
        if (c >= 0)
            dot += val[n * k + row] * x[c];
    }
    y[row] = dot;
}
__global__ void coo(const int2 *rc, const double *val, const double *x, double *y, int nnz)
{
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < nnz; i += gridDim.x * blockDim.x)
        atomicAdd(&y[rc[i].x], val[i] * x[rc[i].y]);
}

int main()
{
    char *arena, *top;
    size_t bytes =
        N * K * (sizeof(int) + sizeof(double)) + 3 * N * sizeof(double) + 4 * N * (sizeof(int2) + sizeof(double));
    if (cudaMallocManaged(&arena, bytes) != cudaSuccess)
        return 1;
    top = arena;
#define CARVE(type, name, n)                                                                                           \
    type *name = (type *)top;                                                                                          \
    top += (n) * sizeof(type)
    CARVE(double, ell_val, N *K);
    CARVE(double, coo_val, 4 * N);
    CARVE(double, x, N);
    CARVE(double, y, N);
    CARVE(double, ref, N);
    CARVE(int2, coo_rc, 4 * N);
    CARVE(int, ell_col, N *K);
    int extra = 0;
    for (int r = 0; r < N; r++) {
        x[r] = r % 7;
        ref[r] = 0;
        for (int k = 0; k < K; k++)
            ell_col[N * k + r] = -1, ell_val[N * k + r] = 0;
    }
    for (int r = 0; r < N; r++)
        for (int k = 0; k < r % 12; k++) {
            int c = (r * 13 + k * 1009) % N;
            double v = 1 + k % 3;
            if (k < K)
                ell_col[N * k + r] = c, ell_val[N * k + r] = v;
            else
                coo_rc[extra] = make_int2(r, c), coo_val[extra++] = v;
            ref[r] += v * x[c];
        }
    ell<<<N / 128, 128>>>(ell_col, ell_val, x, y, N);
    coo<<<32, 128>>>(coo_rc, coo_val, x, y, extra);
    cudaDeviceSynchronize();
    int bad = 0;
    for (int r = 0; r < N; r++)
        bad += y[r] != ref[r];
    printf("%d entries in COO, %d rows wrong\n", extra, bad);
    cudaFree(arena);
    return !!bad;
}
