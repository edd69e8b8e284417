// SPDX-License-Identifier: MIT
// cusolver_factors.cu: LU with pivots and without, Cholesky of both triangles, and the solutions; singular matrices;
// what is refused. The pivots and factors are exact or rounded for print. Errors on purpose.

#include <cusolverDn.h>
#include <stdio.h>
#include <vector>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cusolverStatus_t status = (call);                                                                              \
        if (status != CUSOLVER_STATUS_SUCCESS) {                                                                       \
            printf("%s: %d\n", #call, (int)status);                                                                    \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

const int n = 3;
const double general[] = {1, 4, 2, 2, 4, 1, 3, 8, 1}, right[] = {14, 36, 7, 1, 2, 3}; // columns
const double definite[] = {4, 2, 6, 2, 5, 9, 6, 9, 26};

template <class T> static T *upload(const double *from, int count)
{
    std::vector<T> host(from, from + count);
    T *dev;
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, host.data(), count * sizeof(T), cudaMemcpyHostToDevice));
    return dev;
}

template <class T> static void show(const char *what, const T *dev, int count)
{
    std::vector<T> host(count);
    HANDLE_ERROR(cudaMemcpy(host.data(), dev, count * sizeof(T), cudaMemcpyDeviceToHost));
    printf("%s", what);
    for (T x : host)
        printf(" %.3f", (double)x + 0.0);
    printf("\n");
}

static void lu(cusolverDnHandle_t handle, bool with_pivots)
{
    double *a = upload<double>(general, n * n), *b, *work;
    int *pivots, *info, size;
    HANDLE_ERROR(cudaMalloc((void **)&pivots, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&info, sizeof(int)));
    CHECK(cusolverDnDgetrf_bufferSize(handle, n, n, a, n, &size));
    HANDLE_ERROR(cudaMalloc((void **)&work, size * sizeof(double)));
    CHECK(cusolverDnDgetrf(handle, n, n, a, n, work, with_pivots ? pivots : NULL, info));
    show("info", info, 1);
    if (with_pivots)
        show("pivots", pivots, n);
    show("lu", a, n * n);
    for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T}) {
        b = upload<double>(right, 2 * n);
        CHECK(cusolverDnDgetrs(handle, op, n, 2, a, n, with_pivots ? pivots : NULL, b, n, info));
        show(op == CUBLAS_OP_N ? "x" : "x of the transpose", b, 2 * n);
        HANDLE_ERROR(cudaFree(b));
    }
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(work));
    HANDLE_ERROR(cudaFree(pivots));
    HANDLE_ERROR(cudaFree(info));
}

static void cholesky(cusolverDnHandle_t handle, cublasFillMode_t uplo)
{
    float *a = upload<float>(definite, n * n), *b = upload<float>(right, 2 * n), *work;
    int *info, size;
    HANDLE_ERROR(cudaMalloc((void **)&info, sizeof(int)));
    CHECK(cusolverDnSpotrf_bufferSize(handle, uplo, n, a, n, &size));
    HANDLE_ERROR(cudaMalloc((void **)&work, size * sizeof(float)));
    CHECK(cusolverDnSpotrf(handle, uplo, n, a, n, work, size, info));
    show("info", info, 1);
    float factor[n * n];
    HANDLE_ERROR(cudaMemcpy(factor, a, sizeof factor, cudaMemcpyDeviceToHost));
    printf("factor");
    for (int i = 0; i < n; i++)
        for (int k = 0; k <= i; k++)
            printf(" %.3f", uplo == CUBLAS_FILL_MODE_LOWER ? factor[k * n + i] : factor[i * n + k]);
    printf("\n");
    CHECK(cusolverDnSpotrs(handle, uplo, n, 2, a, n, b, n, info));
    show("x", b, 2 * n);
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(work));
    HANDLE_ERROR(cudaFree(info));
}

// The second column is twice the first; the second leading minor is negative.
static void singular(cusolverDnHandle_t handle)
{
    const double twice[] = {1, 2, 2, 4}, indefinite[] = {1, 2, 2, 1};
    double *a = upload<double>(twice, 4), *b = upload<double>(indefinite, 4), *work;
    int *pivots, *info, size, other;
    HANDLE_ERROR(cudaMalloc((void **)&pivots, 2 * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&info, sizeof(int)));
    CHECK(cusolverDnDgetrf_bufferSize(handle, 2, 2, a, 2, &size));
    CHECK(cusolverDnDpotrf_bufferSize(handle, CUBLAS_FILL_MODE_LOWER, 2, b, 2, &other));
    HANDLE_ERROR(cudaMalloc((void **)&work, (size > other ? size : other) * sizeof(double)));
    CHECK(cusolverDnDgetrf(handle, 2, 2, a, 2, work, pivots, info));
    show("singular: info", info, 1);
    CHECK(cusolverDnDpotrf(handle, CUBLAS_FILL_MODE_LOWER, 2, b, 2, work, other, info));
    show("indefinite: info", info, 1);
    printf("lda too small: %d\n", (int)cusolverDnDgetrf(handle, 2, 2, a, 1, work, pivots, info));
    printf("m below 0: %d\n", (int)cusolverDnDgetrf_bufferSize(handle, -1, 2, a, 2, &size));
    HANDLE_ERROR(cudaFree(a));
    HANDLE_ERROR(cudaFree(b));
    HANDLE_ERROR(cudaFree(work));
    HANDLE_ERROR(cudaFree(pivots));
    HANDLE_ERROR(cudaFree(info));
}

int main(void)
{
    cusolverDnHandle_t handle;
    CHECK(cusolverDnCreate(&handle));
    lu(handle, true);
    lu(handle, false);
    cholesky(handle, CUBLAS_FILL_MODE_LOWER);
    cholesky(handle, CUBLAS_FILL_MODE_UPPER);
    singular(handle);
    CHECK(cusolverDnDestroy(handle));
    return 0;
}
