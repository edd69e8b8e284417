// SPDX-License-Identifier: MIT
// cublas_level2.cu: cuBLAS on a matrix and vectors: products, updates of rank one and two, triangular systems. The
// values are small integers, so results are exact; what a function must not read is NaN.

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

const int rows = 4, columns = 3, ld = 5;

static double matrix[ld * ld], vector[ld];
static double *dev_a, *dev_x, *dev_y;

// A is made anew: 1 on the diagonal, small integers elsewhere; NaN where `keep` says so: 'u' below, 'l' above the
// diagonal.
static void reset(char keep)
{
    for (int j = 0; j < ld; j++)
        for (int i = 0; i < ld; i++)
            matrix[j * ld + i] = (keep == 'u' && i > j) || (keep == 'l' && i < j) || i == ld - 1 || j == ld - 1 ? NAN
                                 : i == j                                                                       ? 1
                                          : (i * 3 + j * 5) % 7 - 2;
    for (int i = 0; i < ld; i++)
        vector[i] = i + 1;
    HANDLE_ERROR(cudaMemcpy(dev_a, matrix, sizeof matrix, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_x, vector, sizeof vector, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(dev_y, vector, sizeof vector, cudaMemcpyHostToDevice));
}

static void show(const char *what, const double *dev, int count)
{
    double host[ld * ld];
    HANDLE_ERROR(cudaMemcpy(host, dev, count * sizeof *host, cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        if (host[i] == host[i])
            printf(" %g", host[i] + 0); // no -0
        else
            printf(" nan");
    printf("\n");
}

int main(void)
{
    cublasHandle_t h;
    CHECK(cublasCreate(&h));
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof matrix));
    HANDLE_ERROR(cudaMalloc((void **)&dev_x, sizeof vector));
    HANDLE_ERROR(cudaMalloc((void **)&dev_y, sizeof vector));
    const double one = 1, two = 2, zero = 0;

    reset('a');
    CHECK(cublasDgemv(h, CUBLAS_OP_N, rows, columns, &two, dev_a, ld, dev_x, 1, &one, dev_y, 1));
    show("gemv", dev_y, ld);
    CHECK(cublasDgemv(h, CUBLAS_OP_T, rows, columns, &one, dev_a, ld, dev_x, 1, &zero, dev_y, -1));
    show("gemv, transposed, backwards", dev_y, ld);
    CHECK(cublasDger(h, rows, columns, &two, dev_x, 1, dev_x, 1, dev_a, ld));
    show("ger", dev_a, ld * columns);

    for (char keep : {'u', 'l'}) {
        const cublasFillMode_t half = keep == 'u' ? CUBLAS_FILL_MODE_UPPER : CUBLAS_FILL_MODE_LOWER;
        printf("%s triangle\n", keep == 'u' ? "upper" : "lower");
        reset(keep);
        CHECK(cublasDsymv(h, half, rows, &one, dev_a, ld, dev_x, 1, &two, dev_y, 1));
        show("symv", dev_y, rows);
        CHECK(cublasDsyr(h, half, rows, &one, dev_x, 1, dev_a, ld));
        show("syr", dev_a, ld * rows);
        CHECK(cublasDsyr2(h, half, rows, &two, dev_x, 1, dev_y, 1, dev_a, ld));
        show("syr2", dev_a, ld * rows);
        for (cublasOperation_t op : {CUBLAS_OP_N, CUBLAS_OP_T})
            for (cublasDiagType_t diag : {CUBLAS_DIAG_NON_UNIT, CUBLAS_DIAG_UNIT}) {
                reset(keep);
                CHECK(cublasDtrmv(h, half, op, diag, rows, dev_a, ld, dev_x, 1));
                show("trmv", dev_x, rows);
                CHECK(cublasDtrsv(h, half, op, diag, rows, dev_a, ld, dev_x, 1));
                show("trsv", dev_x, rows);
            }
    }
    CHECK(cublasDestroy(h));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_x));
    HANDLE_ERROR(cudaFree(dev_y));
    return 0;
}
