// SPDX-License-Identifier: MIT
// cublas_small_systems.cu: cuBLAS solves and inverts many small matrices, whose addresses a kernel has stored, and
// works on vectors whose types the calls name. Matrix number b has the elements (min(i, j) + 1) * (b + 1): its factors
// are ones, and its inverse has three diagonals. Every number is exact.
#include <cstdio>
#include <cublas_v2.h>
#include <cuda_fp16.h>

const int n = 5, batch = 12, length = 600;

template <class T> __global__ void make(T *elements, T **of, T *inverses, T **of_inverse, T *right, T **of_right)
{
    const int b = blockIdx.x, i = threadIdx.x, j = threadIdx.y;
    elements[(b * n + j) * n + i] = (T)((min(i, j) + 1) * (b + 1));
    if (j == 0)
        right[b * n + i] = (T)(b + 1); // the first column, divided by (i + 1) and so on: x = (1, 0, 0, ...)
    if (i == 0 && j == 0) {
        of[b] = elements + b * n * n;
        of_inverse[b] = inverses + b * n * n;
        of_right[b] = right + b * n;
    }
}

// The inverse of matrix 0: 2 and -1, and 1 in the last place.
__host__ __device__ double inverse_at(int i, int j)
{
    return i == j ? (i == n - 1 ? 1 : 2) : i - j == 1 || j - i == 1 ? -1 : 0;
}

template <class T, class Factor, class Invert, class Solve>
static bool systems(Factor factor, Invert invert, Solve solve, bool exchanged)
{
    T *elements, *inverses, *right, **of, **of_inverse, **of_right;
    int *pivots, *info, of_host = -1;
    if (cudaMalloc(&elements, batch * n * n * sizeof(T)) || cudaMalloc(&inverses, batch * n * n * sizeof(T)) ||
        cudaMalloc(&right, batch * n * sizeof(T)) || cudaMalloc(&of, batch * sizeof *of) ||
        cudaMalloc(&of_inverse, batch * sizeof *of_inverse) || cudaMalloc(&of_right, batch * sizeof *of_right) ||
        cudaMalloc(&pivots, batch * n * sizeof *pivots) || cudaMalloc(&info, batch * sizeof *info))
        return false;
    make<<<batch, dim3(n, n)>>>(elements, of, inverses, of_inverse, right, of_right);
    int *rows = exchanged ? pivots : NULL;
    bool fine = !factor(of, rows, info);
    fine &= !invert((const T *const *)of, rows, of_inverse, info);
    fine &= !solve((const T *const *)of, rows, of_right, &of_host) && of_host == 0;

    T got[batch * n * n], x[batch * n];
    int infos[batch];
    cudaMemcpy(got, inverses, sizeof got, cudaMemcpyDeviceToHost);
    cudaMemcpy(x, right, sizeof x, cudaMemcpyDeviceToHost);
    cudaMemcpy(infos, info, sizeof infos, cudaMemcpyDeviceToHost);
    for (int b = 0; b < batch; b++) {
        fine &= infos[b] == 0;
        for (int j = 0; j < n; j++) {
            fine &= x[b * n + j] == (T)(j == 0);
            for (int i = 0; i < n; i++)
                fine &= std::abs((double)got[(b * n + j) * n + i] - inverse_at(i, j) / (b + 1)) < 1e-6;
        }
    }
    cudaFree(elements);
    cudaFree(inverses);
    cudaFree(right);
    cudaFree(of);
    cudaFree(of_inverse);
    cudaFree(of_right);
    cudaFree(pivots);
    cudaFree(info);
    return fine;
}

// x = 1, 2, 3, 1, 2, 3, ... and y = 2: y becomes 2 x + y, then x half of itself; x y and |x| are known.
template <class T> __global__ void fill(T *x, T *y)
{
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = (T)(float)(i % 3 + 1);
    y[i] = (T)2.0f;
}

template <class T, class Computed>
static bool vectors(cublasHandle_t handle, cudaDataType type, cudaDataType computed, double dot, double norm)
{
    T *x, *y, result = (T)0.0f, host[length];
    const Computed two = 2, half = 0.5;
    if (cudaMalloc(&x, sizeof host) || cudaMalloc(&y, sizeof host))
        return false;
    fill<<<length / 100, 100>>>(x, y);
    bool fine = !cublasNrm2Ex(handle, length, x, type, 1, &result, type, computed);
    fine &= std::abs((double)(float)result - norm) <= 0.001 * norm;
    fine &= !cublasAxpyEx(handle, length, &two, computed, x, type, 1, y, type, 1, computed);
    fine &= !cublasScalEx(handle, length, &half, computed, x, type, 1, computed);
    fine &= !cublasDotEx(handle, length, x, type, 1, y, type, 1, &result, type, computed);
    fine &= (double)(float)result == dot;
    fine &= !cublasDotcEx(handle, length / 3, x, type, 3, y, type, 3, &result, type, computed);
    fine &= (double)(float)result == length / 3 * 0.5 * 4;
    cudaMemcpy(host, y, sizeof host, cudaMemcpyDeviceToHost);
    for (int i = 0; i < length; i++)
        fine &= (float)host[i] == 2 * (i % 3 + 1) + 2;
    cudaFree(x);
    cudaFree(y);
    return fine;
}

int main()
{
    cublasHandle_t handle;
    if (cublasCreate(&handle))
        return 1;
    bool fine = true;
    for (bool exchanged : {false, true}) {
        fine &= systems<double>(
            [=](double **a, int *rows, int *info) { return cublasDgetrfBatched(handle, n, a, n, rows, info, batch); },
            [=](const double *const *a, int *rows, double **c, int *info) {
                return cublasDgetriBatched(handle, n, a, n, rows, c, n, info, batch);
            },
            [=](const double *const *a, int *rows, double **b, int *info) {
                return cublasDgetrsBatched(handle, CUBLAS_OP_N, n, 1, a, n, rows, b, n, info, batch);
            },
            exchanged);
        fine &= systems<float>(
            [=](float **a, int *rows, int *info) { return cublasSgetrfBatched(handle, n, a, n, rows, info, batch); },
            [=](const float *const *a, int *rows, float **c, int *info) {
                return cublasSgetriBatched(handle, n, a, n, rows, c, n, info, batch);
            },
            [=](const float *const *a, int *rows, float **b, int *info) {
                return cublasSgetrsBatched(handle, CUBLAS_OP_T, n, 1, a, n, rows, b, n, info, batch);
            },
            exchanged);
    }
    // a third of the elements each: 0.5 * 4, 1 * 6 and 1.5 * 8; and 1, 4 and 9
    const double dot = length / 3 * 20.0, norm = sqrt(length / 3 * 14.0);
    fine &= vectors<float, float>(handle, CUDA_R_32F, CUDA_R_32F, dot, norm);
    fine &= vectors<double, double>(handle, CUDA_R_64F, CUDA_R_64F, dot, norm);
    fine &= vectors<__half, float>(handle, CUDA_R_16F, CUDA_R_32F, dot, norm);
    cublasDestroy(handle);
    printf(fine ? "The solutions are exact.\n" : "FAILED\n");
    return fine ? 0 : 1;
}
