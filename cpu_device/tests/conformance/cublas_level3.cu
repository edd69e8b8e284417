// SPDX-License-Identifier: MIT
// cublas_level3.cu: cuBLAS on matrices: products of every kind, triangular systems, sums and diagonals. The values are
// small integers, so results are exact in any order of summation.

#include <cublas_v2.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cublasStatus_t status = (call);                                                                                \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                         \
            printf("%s: %s\n", #call, cublasGetStatusName(status));                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

const int size = 36;

static float *dev[3];

static int reset(void) // A, B and C, each of so many elements
{
    float host[size];
    for (int k = 0; k < 3; k++) {
        for (int i = 0; i < size; i++)
            host[i] = k == 0 && i % 7 == 0 ? 1 : (float)((i * (k + 2) + k) % 5 - 2);
        CHECK(cublasSetVector(size, sizeof *host, host, 1, dev[k], 1));
    }
    return 0;
}

static void show(const char *what, int k)
{
    float host[size];
    HANDLE_ERROR(cudaMemcpy(host, dev[k], sizeof host, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (float x : host)
        printf(" %g", x + 0); // no -0
    printf("\n");
    reset();
}

int main(void)
{
    cublasHandle_t h;
    CHECK(cublasCreate(&h));
    for (float *&memory : dev)
        HANDLE_ERROR(cudaMalloc((void **)&memory, size * sizeof(float)));
    reset();
    float *a = dev[0], *b = dev[1], *c = dev[2];
    const float one = 1, two = 2, zero = 0, minus = -1;
    const cublasFillMode_t upper = CUBLAS_FILL_MODE_UPPER, lower = CUBLAS_FILL_MODE_LOWER;
    const cublasOperation_t plain = CUBLAS_OP_N, turned = CUBLAS_OP_T;

    // C, 4 x 3, of A, 4 x 5, and B, 5 x 3, as they are or turned
    CHECK(cublasSgemm(h, plain, plain, 4, 3, 5, &one, a, 6, b, 5, &zero, c, 6));
    show("gemm NN", 2);
    CHECK(cublasSgemm(h, turned, plain, 4, 3, 5, &two, a, 5, b, 6, &one, c, 4));
    show("gemm TN", 2);
    CHECK(cublasSgemm(h, plain, turned, 4, 3, 5, &one, a, 4, b, 3, &minus, c, 5));
    show("gemm NT", 2);
    CHECK(cublasSgemm(h, turned, turned, 4, 3, 5, &one, a, 6, b, 4, &two, c, 4));
    show("gemm TT", 2);
    CHECK(cublasSgemm(h, plain, plain, 4, 3, 0, &one, a, 6, b, 5, &two, c, 6));
    show("gemm of nothing", 2);
    CHECK(cublasGemmEx(h, plain, plain, 4, 3, 5, &one, a, CUDA_R_32F, 6, b, CUDA_R_32F, 5, &zero, c, CUDA_R_32F, 6,
                       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    show("GemmEx", 2);
    CHECK(cublasSgemmStridedBatched(h, plain, plain, 2, 2, 3, &one, a, 2, 6, b, 3, 6, &one, c, 2, 4, 5));
    show("gemmStridedBatched", 2);

    // pointers to matrices, in device memory
    const float *in_a[] = {a, a + 8, a + 1}, *in_b[] = {b, b, b + 9}, **dev_pointers;
    float *out[] = {c + 20, c, c + 10};
    HANDLE_ERROR(cudaMalloc((void **)&dev_pointers, 9 * sizeof(float *)));
    HANDLE_ERROR(cudaMemcpy(dev_pointers, in_a, sizeof in_a, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_pointers + 3, in_b, sizeof in_b, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_pointers + 6, out, sizeof out, cudaMemcpyHostToDevice));
    CHECK(cublasSgemmBatched(h, plain, turned, 2, 3, 2, &one, dev_pointers, 3, dev_pointers + 3, 3, &zero,
                             (float **)dev_pointers + 6, 2, 3));
    show("gemmBatched", 2);

    CHECK(cublasSsymm(h, CUBLAS_SIDE_LEFT, upper, 4, 3, &one, a, 6, b, 4, &zero, c, 4));
    show("symm, left", 2);
    CHECK(cublasSsymm(h, CUBLAS_SIDE_RIGHT, lower, 4, 3, &two, a, 6, b, 4, &one, c, 5));
    show("symm, right", 2);
    CHECK(cublasSsyrk(h, lower, plain, 4, 3, &one, a, 6, &zero, c, 5));
    show("syrk", 2);
    CHECK(cublasSsyr2k(h, upper, turned, 4, 3, &one, a, 6, b, 3, &one, c, 4));
    show("syr2k", 2);
    CHECK(cublasStrmm(h, CUBLAS_SIDE_LEFT, lower, plain, CUBLAS_DIAG_NON_UNIT, 4, 3, &two, a, 6, b, 4, c, 4));
    show("trmm", 2);
    CHECK(cublasStrmm(h, CUBLAS_SIDE_RIGHT, upper, turned, CUBLAS_DIAG_UNIT, 3, 4, &one, a, 6, b, 3, b, 3));
    show("trmm in place", 1);
    CHECK(cublasStrsm(h, CUBLAS_SIDE_LEFT, upper, plain, CUBLAS_DIAG_NON_UNIT, 4, 3, &one, a, 6, b, 4));
    show("trsm", 1);
    CHECK(cublasStrsm(h, CUBLAS_SIDE_RIGHT, lower, turned, CUBLAS_DIAG_UNIT, 4, 3, &two, a, 6, b, 5));
    show("trsm, right", 1);
    CHECK(cublasSgeam(h, turned, plain, 4, 3, &one, a, 3, &two, b, 4, c, 5));
    show("geam", 2);
    CHECK(cublasSgeam(h, plain, plain, 4, 3, &two, a, 4, &zero, b, 4, a, 4));
    show("geam in place", 0);
    CHECK(cublasSdgmm(h, CUBLAS_SIDE_LEFT, 4, 3, a, 4, b, 2, c, 5));
    show("dgmm, left", 2);
    CHECK(cublasSdgmm(h, CUBLAS_SIDE_RIGHT, 4, 3, a, 4, b, 1, c, 4));
    show("dgmm, right", 2);

    HANDLE_ERROR(cudaFree(dev_pointers));
    for (float *memory : dev)
        HANDLE_ERROR(cudaFree(memory));
    CHECK(cublasDestroy(h));
    return 0;
}
