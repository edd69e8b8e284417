// SPDX-License-Identifier: MIT
// The part of CBLAS that cublas.cpp calls. It is declared here, so that the device compiles where no BLAS is installed;
// programs with -lcublas are linked with one. Matrices lie column after column, as cuBLAS has it.
#pragma once

#include <stddef.h>

enum { cblas_columns = 102 };
enum { cblas_no_transpose = 111, cblas_transpose = 112, cblas_conjugate = 113 };
enum { cblas_upper = 121, cblas_lower = 122 };
enum { cblas_non_unit = 131, cblas_unit = 132 };
enum { cblas_left = 141, cblas_right = 142 };

extern "C" {
float cblas_sdot(int n, const float *x, int incx, const float *y, int incy);
double cblas_ddot(int n, const double *x, int incx, const double *y, int incy);
void cblas_cdotu_sub(int n, const void *x, int incx, const void *y, int incy, void *result);
void cblas_cdotc_sub(int n, const void *x, int incx, const void *y, int incy, void *result);
void cblas_zdotu_sub(int n, const void *x, int incx, const void *y, int incy, void *result);
void cblas_zdotc_sub(int n, const void *x, int incx, const void *y, int incy, void *result);
float cblas_snrm2(int n, const float *x, int incx);
double cblas_dnrm2(int n, const double *x, int incx);
float cblas_scnrm2(int n, const void *x, int incx);
double cblas_dznrm2(int n, const void *x, int incx);
float cblas_sasum(int n, const float *x, int incx);
double cblas_dasum(int n, const double *x, int incx);
float cblas_scasum(int n, const void *x, int incx);
double cblas_dzasum(int n, const void *x, int incx);
void cblas_csscal(int n, float alpha, void *x, int incx);
void cblas_zdscal(int n, double alpha, void *x, int incx);
void cblas_srotg(float *a, float *b, float *c, float *s);
void cblas_drotg(double *a, double *b, double *c, double *s);
void cblas_srotm(int n, float *x, int incx, float *y, int incy, const float *parameters);
void cblas_drotm(int n, double *x, int incx, double *y, int incy, const double *parameters);
void cblas_srotmg(float *d1, float *d2, float *x1, float y1, float *parameters);
void cblas_drotmg(double *d1, double *d2, double *x1, double y1, double *parameters);

// T: the elements; A: how numbers are passed.
#define CBLAS_OF(p, T, A)                                                                                              \
    size_t cblas_i##p##amax(int n, const T *x, int incx);                                                              \
    void cblas_##p##axpy(int n, A alpha, const T *x, int incx, T *y, int incy);                                        \
    void cblas_##p##copy(int n, const T *x, int incx, T *y, int incy);                                                 \
    void cblas_##p##swap(int n, T *x, int incx, T *y, int incy);                                                       \
    void cblas_##p##scal(int n, A alpha, T *x, int incx);                                                              \
    void cblas_##p##gemv(int order, int op, int m, int n, A alpha, const T *a, int lda, const T *x, int incx, A beta,  \
                         T *y, int incy);                                                                              \
    void cblas_##p##trmv(int order, int uplo, int op, int diag, int n, const T *a, int lda, T *x, int incx);           \
    void cblas_##p##trsv(int order, int uplo, int op, int diag, int n, const T *a, int lda, T *x, int incx);           \
    void cblas_##p##gemm(int order, int opa, int opb, int m, int n, int k, A alpha, const T *a, int lda, const T *b,   \
                         int ldb, A beta, T *c, int ldc);                                                              \
    void cblas_##p##symm(int order, int side, int uplo, int m, int n, A alpha, const T *a, int lda, const T *b,        \
                         int ldb, A beta, T *c, int ldc);                                                              \
    void cblas_##p##syrk(int order, int uplo, int op, int n, int k, A alpha, const T *a, int lda, A beta, T *c,        \
                         int ldc);                                                                                     \
    void cblas_##p##syr2k(int order, int uplo, int op, int n, int k, A alpha, const T *a, int lda, const T *b,         \
                          int ldb, A beta, T *c, int ldc);                                                             \
    void cblas_##p##trmm(int order, int side, int uplo, int op, int diag, int m, int n, A alpha, const T *a, int lda,  \
                         T *b, int ldb);                                                                               \
    void cblas_##p##trsm(int order, int side, int uplo, int op, int diag, int m, int n, A alpha, const T *a, int lda,  \
                         T *b, int ldb);
CBLAS_OF(s, float, float)
CBLAS_OF(d, double, double)
CBLAS_OF(c, void, const void *)
CBLAS_OF(z, void, const void *)
#undef CBLAS_OF

#define CBLAS_OF(p, T)                                                                                                 \
    void cblas_##p##ger(int order, int m, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a, int lda);  \
    void cblas_##p##symv(int order, int uplo, int n, T alpha, const T *a, int lda, const T *x, int incx, T beta, T *y, \
                         int incy);                                                                                    \
    void cblas_##p##syr(int order, int uplo, int n, T alpha, const T *x, int incx, T *a, int lda);                     \
    void cblas_##p##syr2(int order, int uplo, int n, T alpha, const T *x, int incx, const T *y, int incy, T *a,        \
                         int lda);
CBLAS_OF(s, float)
CBLAS_OF(d, double)
#undef CBLAS_OF

// R: real numbers.
#define CBLAS_OF(p, R)                                                                                                 \
    void cblas_##p##geru(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y, int incy, \
                         void *a, int lda);                                                                            \
    void cblas_##p##gerc(int order, int m, int n, const void *alpha, const void *x, int incx, const void *y, int incy, \
                         void *a, int lda);                                                                            \
    void cblas_##p##hemv(int order, int uplo, int n, const void *alpha, const void *a, int lda, const void *x,         \
                         int incx, const void *beta, void *y, int incy);                                               \
    void cblas_##p##her(int order, int uplo, int n, R alpha, const void *x, int incx, void *a, int lda);               \
    void cblas_##p##her2(int order, int uplo, int n, const void *alpha, const void *x, int incx, const void *y,        \
                         int incy, void *a, int lda);                                                                  \
    void cblas_##p##hemm(int order, int side, int uplo, int m, int n, const void *alpha, const void *a, int lda,       \
                         const void *b, int ldb, const void *beta, void *c, int ldc);                                  \
    void cblas_##p##herk(int order, int uplo, int op, int n, int k, R alpha, const void *a, int lda, R beta, void *c,  \
                         int ldc);                                                                                     \
    void cblas_##p##her2k(int order, int uplo, int op, int n, int k, const void *alpha, const void *a, int lda,        \
                          const void *b, int ldb, R beta, void *c, int ldc);
CBLAS_OF(c, float)
CBLAS_OF(z, double)
#undef CBLAS_OF
}
