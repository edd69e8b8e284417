// SPDX-License-Identifier: MIT
// cuBLAS: linear algebra on device memory. Matrices lie column after column, and `ld` is how many elements lie between
// the beginnings of two columns. Programs are linked with -lcublas (cpu_device/libraries/cublas).
//
// Supported: level 1; levels 2 and 3 for matrices that are stored whole (not packed, not banded); products of batches,
// and of half and bfloat16; geam and dgmm. Other functions are not declared.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CUBLAS_V2_H_ // programs ask for this
#define CUBLAS_API_H_

#include <stdint.h>

#include "cuComplex.h"
#include "cuda_bf16.h"
#include "cuda_fp16.h"
#include "cuda_runtime.h"
#include "library_types.h"

#include "cpu_device/letters_hidden.h"

#define CUBLAS_VER_MAJOR 13
#define CUBLAS_VER_MINOR 0
#define CUBLAS_VER_PATCH 0
#define CUBLAS_VER_BUILD 0
#define CUBLAS_VERSION (CUBLAS_VER_MAJOR * 10000 + CUBLAS_VER_MINOR * 100 + CUBLAS_VER_PATCH)
#define CUBLASWINAPI

typedef enum {
    CUBLAS_STATUS_SUCCESS = 0,
    CUBLAS_STATUS_NOT_INITIALIZED = 1,
    CUBLAS_STATUS_ALLOC_FAILED = 3,
    CUBLAS_STATUS_INVALID_VALUE = 7,
    CUBLAS_STATUS_ARCH_MISMATCH = 8,
    CUBLAS_STATUS_MAPPING_ERROR = 11,
    CUBLAS_STATUS_EXECUTION_FAILED = 13,
    CUBLAS_STATUS_INTERNAL_ERROR = 14,
    CUBLAS_STATUS_NOT_SUPPORTED = 15,
    CUBLAS_STATUS_LICENSE_ERROR = 16
} cublasStatus_t;

typedef enum { CUBLAS_FILL_MODE_LOWER = 0, CUBLAS_FILL_MODE_UPPER = 1, CUBLAS_FILL_MODE_FULL = 2 } cublasFillMode_t;
typedef enum { CUBLAS_DIAG_NON_UNIT = 0, CUBLAS_DIAG_UNIT = 1 } cublasDiagType_t;
typedef enum { CUBLAS_SIDE_LEFT = 0, CUBLAS_SIDE_RIGHT = 1 } cublasSideMode_t;
typedef enum {
    CUBLAS_OP_N = 0,
    CUBLAS_OP_T = 1,
    CUBLAS_OP_C = 2,
    CUBLAS_OP_HERMITAN = 2,
    CUBLAS_OP_CONJG = 3
} cublasOperation_t;
typedef enum { CUBLAS_POINTER_MODE_HOST = 0, CUBLAS_POINTER_MODE_DEVICE = 1 } cublasPointerMode_t;
typedef enum { CUBLAS_ATOMICS_NOT_ALLOWED = 0, CUBLAS_ATOMICS_ALLOWED = 1 } cublasAtomicsMode_t;
typedef enum {
    CUBLAS_GEMM_DFALT = -1,
    CUBLAS_GEMM_DEFAULT = -1,
    CUBLAS_GEMM_ALGO0 = 0,
    CUBLAS_GEMM_ALGO1 = 1,
    CUBLAS_GEMM_ALGO2 = 2,
    CUBLAS_GEMM_ALGO3 = 3,
    CUBLAS_GEMM_ALGO4 = 4,
    CUBLAS_GEMM_ALGO5 = 5,
    CUBLAS_GEMM_ALGO6 = 6,
    CUBLAS_GEMM_ALGO7 = 7,
    CUBLAS_GEMM_ALGO8 = 8,
    CUBLAS_GEMM_ALGO9 = 9,
    CUBLAS_GEMM_ALGO10 = 10,
    CUBLAS_GEMM_ALGO11 = 11,
    CUBLAS_GEMM_ALGO12 = 12,
    CUBLAS_GEMM_ALGO13 = 13,
    CUBLAS_GEMM_ALGO14 = 14,
    CUBLAS_GEMM_ALGO15 = 15,
    CUBLAS_GEMM_ALGO16 = 16,
    CUBLAS_GEMM_ALGO17 = 17,
    CUBLAS_GEMM_ALGO18 = 18,
    CUBLAS_GEMM_ALGO19 = 19,
    CUBLAS_GEMM_ALGO20 = 20,
    CUBLAS_GEMM_ALGO21 = 21,
    CUBLAS_GEMM_ALGO22 = 22,
    CUBLAS_GEMM_ALGO23 = 23,
    CUBLAS_GEMM_DEFAULT_TENSOR_OP = 99,
    CUBLAS_GEMM_DFALT_TENSOR_OP = 99,
    CUBLAS_GEMM_ALGO0_TENSOR_OP = 100,
    CUBLAS_GEMM_ALGO1_TENSOR_OP = 101,
    CUBLAS_GEMM_ALGO2_TENSOR_OP = 102,
    CUBLAS_GEMM_ALGO3_TENSOR_OP = 103,
    CUBLAS_GEMM_ALGO4_TENSOR_OP = 104,
    CUBLAS_GEMM_ALGO5_TENSOR_OP = 105,
    CUBLAS_GEMM_ALGO6_TENSOR_OP = 106,
    CUBLAS_GEMM_ALGO7_TENSOR_OP = 107,
    CUBLAS_GEMM_ALGO8_TENSOR_OP = 108,
    CUBLAS_GEMM_ALGO9_TENSOR_OP = 109,
    CUBLAS_GEMM_ALGO10_TENSOR_OP = 110,
    CUBLAS_GEMM_ALGO11_TENSOR_OP = 111,
    CUBLAS_GEMM_ALGO12_TENSOR_OP = 112,
    CUBLAS_GEMM_ALGO13_TENSOR_OP = 113,
    CUBLAS_GEMM_ALGO14_TENSOR_OP = 114,
    CUBLAS_GEMM_ALGO15_TENSOR_OP = 115,
    CUBLAS_GEMM_AUTOTUNE = 999
} cublasGemmAlgo_t;
typedef enum {
    CUBLAS_DEFAULT_MATH = 0,
    CUBLAS_TENSOR_OP_MATH = 1,
    CUBLAS_PEDANTIC_MATH = 2,
    CUBLAS_TF32_TENSOR_OP_MATH = 3,
    CUBLAS_MATH_DISALLOW_REDUCED_PRECISION_REDUCTION = 16
} cublasMath_t;
typedef enum {
    CUBLAS_COMPUTE_16F = 64,
    CUBLAS_COMPUTE_16F_PEDANTIC = 65,
    CUBLAS_COMPUTE_32F = 68,
    CUBLAS_COMPUTE_32F_PEDANTIC = 69,
    CUBLAS_COMPUTE_64F = 70,
    CUBLAS_COMPUTE_64F_PEDANTIC = 71,
    CUBLAS_COMPUTE_32I = 72,
    CUBLAS_COMPUTE_32I_PEDANTIC = 73,
    CUBLAS_COMPUTE_32F_FAST_16F = 74,
    CUBLAS_COMPUTE_32F_FAST_16BF = 75,
    CUBLAS_COMPUTE_32F_FAST_TF32 = 77
} cublasComputeType_t;
typedef cudaDataType cublasDataType_t;

struct cublasContext;
typedef struct cublasContext *cublasHandle_t;

#ifdef __cplusplus
extern "C" {
#endif

cublasStatus_t cublasCreate(cublasHandle_t *handle);
cublasStatus_t cublasDestroy(cublasHandle_t handle);
cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version);
cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value);
size_t cublasGetCudartVersion(void);
cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *workspace, size_t size);
cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream);
cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream);
cublasStatus_t cublasSetPointerMode(cublasHandle_t handle, cublasPointerMode_t mode);
cublasStatus_t cublasGetPointerMode(cublasHandle_t handle, cublasPointerMode_t *mode);
cublasStatus_t cublasSetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t mode);
cublasStatus_t cublasGetAtomicsMode(cublasHandle_t handle, cublasAtomicsMode_t *mode);
cublasStatus_t cublasSetMathMode(cublasHandle_t handle, cublasMath_t mode);
cublasStatus_t cublasGetMathMode(cublasHandle_t handle, cublasMath_t *mode);
const char *cublasGetStatusName(cublasStatus_t status);
const char *cublasGetStatusString(cublasStatus_t status);

cublasStatus_t cublasSetVector(int n, int element, const void *x, int incx, void *device, int incy);
cublasStatus_t cublasGetVector(int n, int element, const void *device, int incx, void *y, int incy);
cublasStatus_t cublasSetMatrix(int rows, int columns, int element, const void *a, int lda, void *device, int ldb);
cublasStatus_t cublasGetMatrix(int rows, int columns, int element, const void *device, int lda, void *b, int ldb);
cublasStatus_t cublasSetVectorAsync(int n, int element, const void *x, int incx, void *device, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasGetVectorAsync(int n, int element, const void *device, int incx, void *y, int incy,
                                    cudaStream_t stream);
cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element, const void *a, int lda, void *device, int ldb,
                                    cudaStream_t stream);
cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element, const void *device, int lda, void *b, int ldb,
                                    cudaStream_t stream);

// For each type of elements T, with the real numbers R that belong to it: S float, D double, C cuComplex, Z
// cuDoubleComplex. The same list makes the definitions in libraries/cublas.
#define CPU_DEVICE_BLAS_HANDLE cublasHandle_t handle

#define CPU_DEVICE_BLAS_OF_ALL(P, T, R)                                                                                \
    cublasStatus_t cublasI##P##amax(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, int *result);                 \
    cublasStatus_t cublasI##P##amin(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, int *result);
CPU_DEVICE_BLAS_OF_ALL(s, float, float)
CPU_DEVICE_BLAS_OF_ALL(d, double, double)
CPU_DEVICE_BLAS_OF_ALL(c, cuComplex, float)
CPU_DEVICE_BLAS_OF_ALL(z, cuDoubleComplex, double)
#undef CPU_DEVICE_BLAS_OF_ALL

#define CPU_DEVICE_BLAS_OF_ALL(P, T, R)                                                                                \
    cublasStatus_t cublas##P##axpy(CPU_DEVICE_BLAS_HANDLE, int n, const T *alpha, const T *x, int incx, T *y,          \
                                   int incy);                                                                          \
    cublasStatus_t cublas##P##copy(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, T *y, int incy);               \
    cublasStatus_t cublas##P##swap(CPU_DEVICE_BLAS_HANDLE, int n, T *x, int incx, T *y, int incy);                     \
    cublasStatus_t cublas##P##scal(CPU_DEVICE_BLAS_HANDLE, int n, const T *alpha, T *x, int incx);                     \
    cublasStatus_t cublas##P##rot(CPU_DEVICE_BLAS_HANDLE, int n, T *x, int incx, T *y, int incy, const R *c,           \
                                  const T *s);                                                                         \
    cublasStatus_t cublas##P##gemv(CPU_DEVICE_BLAS_HANDLE, cublasOperation_t op, int m, int n, const T *alpha,         \
                                   const T *a, int lda, const T *x, int incx, const T *beta, T *y, int incy);          \
    cublasStatus_t cublas##P##trmv(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op,                \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x, int incx);                 \
    cublasStatus_t cublas##P##trsv(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op,                \
                                   cublasDiagType_t diag, int n, const T *a, int lda, T *x, int incx);                 \
    cublasStatus_t cublas##P##symm(CPU_DEVICE_BLAS_HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, \
                                   const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c,      \
                                   int ldc);                                                                           \
    cublasStatus_t cublas##P##syrk(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k,  \
                                   const T *alpha, const T *a, int lda, const T *beta, T *c, int ldc);                 \
    cublasStatus_t cublas##P##syr2k(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, \
                                    const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c,     \
                                    int ldc);                                                                          \
    cublasStatus_t cublas##P##trmm(CPU_DEVICE_BLAS_HANDLE, cublasSideMode_t side, cublasFillMode_t uplo,               \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,          \
                                   const T *a, int lda, const T *b, int ldb, T *c, int ldc);                           \
    cublasStatus_t cublas##P##trsm(CPU_DEVICE_BLAS_HANDLE, cublasSideMode_t side, cublasFillMode_t uplo,               \
                                   cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,          \
                                   const T *a, int lda, T *b, int ldb);                                                \
    cublasStatus_t cublas##P##geam(CPU_DEVICE_BLAS_HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, \
                                   const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c,      \
                                   int ldc);                                                                           \
    cublasStatus_t cublas##P##dgmm(CPU_DEVICE_BLAS_HANDLE, cublasSideMode_t side, int m, int n, const T *a, int lda,   \
                                   const T *x, int incx, T *c, int ldc);
CPU_DEVICE_BLAS_OF_ALL(S, float, float)
CPU_DEVICE_BLAS_OF_ALL(D, double, double)
CPU_DEVICE_BLAS_OF_ALL(C, cuComplex, float)
CPU_DEVICE_BLAS_OF_ALL(Z, cuDoubleComplex, double)
#undef CPU_DEVICE_BLAS_OF_ALL

#define CPU_DEVICE_BLAS_PRODUCTS(P, T)                                                                                 \
    cublasStatus_t cublas##P##gemm(CPU_DEVICE_BLAS_HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, \
                                   int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta,     \
                                   T *c, int ldc);                                                                     \
    cublasStatus_t cublas##P##gemmStridedBatched(CPU_DEVICE_BLAS_HANDLE, cublasOperation_t opa, cublasOperation_t opb, \
                                                 int m, int n, int k, const T *alpha, const T *a, int lda,             \
                                                 long long stride_a, const T *b, int ldb, long long stride_b,          \
                                                 const T *beta, T *c, int ldc, long long stride_c, int batch);         \
    cublasStatus_t cublas##P##gemmBatched(                                                                             \
        CPU_DEVICE_BLAS_HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const T *alpha,     \
        const T *const a[], int lda, const T *const b[], int ldb, const T *beta, T *const c[], int ldc, int batch);
CPU_DEVICE_BLAS_PRODUCTS(S, float)
CPU_DEVICE_BLAS_PRODUCTS(D, double)
CPU_DEVICE_BLAS_PRODUCTS(C, cuComplex)
CPU_DEVICE_BLAS_PRODUCTS(Z, cuDoubleComplex)
#ifdef __cplusplus
CPU_DEVICE_BLAS_PRODUCTS(H, __half)
#endif
#undef CPU_DEVICE_BLAS_PRODUCTS

#define CPU_DEVICE_BLAS_OF_REAL(P, T)                                                                                  \
    cublasStatus_t cublas##P##dot(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, const T *y, int incy,           \
                                  T *result);                                                                          \
    cublasStatus_t cublas##P##nrm2(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, T *result);                    \
    cublasStatus_t cublas##P##asum(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, T *result);                    \
    cublasStatus_t cublas##P##rotg(CPU_DEVICE_BLAS_HANDLE, T *a, T *b, T *c, T *s);                                    \
    cublasStatus_t cublas##P##rotm(CPU_DEVICE_BLAS_HANDLE, int n, T *x, int incx, T *y, int incy,                      \
                                   const T *parameters);                                                               \
    cublasStatus_t cublas##P##rotmg(CPU_DEVICE_BLAS_HANDLE, T *d1, T *d2, T *x1, const T *y1, T *parameters);          \
    cublasStatus_t cublas##P##ger(CPU_DEVICE_BLAS_HANDLE, int m, int n, const T *alpha, const T *x, int incx,          \
                                  const T *y, int incy, T *a, int lda);                                                \
    cublasStatus_t cublas##P##symv(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *a,   \
                                   int lda, const T *x, int incx, const T *beta, T *y, int incy);                      \
    cublasStatus_t cublas##P##syr(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x,    \
                                  int incx, T *a, int lda);                                                            \
    cublasStatus_t cublas##P##syr2(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x,   \
                                   int incx, const T *y, int incy, T *a, int lda);
CPU_DEVICE_BLAS_OF_REAL(S, float)
CPU_DEVICE_BLAS_OF_REAL(D, double)
#undef CPU_DEVICE_BLAS_OF_REAL

// RP: both letters, of a real result.
#define CPU_DEVICE_BLAS_OF_COMPLEX(P, RP, PR, T, R)                                                                    \
    cublasStatus_t cublas##P##dotu(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, const T *y, int incy,          \
                                   T *result);                                                                         \
    cublasStatus_t cublas##P##dotc(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, const T *y, int incy,          \
                                   T *result);                                                                         \
    cublasStatus_t cublas##RP##nrm2(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, R *result);                   \
    cublasStatus_t cublas##RP##asum(CPU_DEVICE_BLAS_HANDLE, int n, const T *x, int incx, R *result);                   \
    cublasStatus_t cublas##PR##scal(CPU_DEVICE_BLAS_HANDLE, int n, const R *alpha, T *x, int incx);                    \
    cublasStatus_t cublas##PR##rot(CPU_DEVICE_BLAS_HANDLE, int n, T *x, int incx, T *y, int incy, const R *c,          \
                                   const R *s);                                                                        \
    cublasStatus_t cublas##P##geru(CPU_DEVICE_BLAS_HANDLE, int m, int n, const T *alpha, const T *x, int incx,         \
                                   const T *y, int incy, T *a, int lda);                                               \
    cublasStatus_t cublas##P##gerc(CPU_DEVICE_BLAS_HANDLE, int m, int n, const T *alpha, const T *x, int incx,         \
                                   const T *y, int incy, T *a, int lda);                                               \
    cublasStatus_t cublas##P##hemv(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *a,   \
                                   int lda, const T *x, int incx, const T *beta, T *y, int incy);                      \
    cublasStatus_t cublas##P##her(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const R *alpha, const T *x,    \
                                  int incx, T *a, int lda);                                                            \
    cublasStatus_t cublas##P##her2(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x,   \
                                   int incx, const T *y, int incy, T *a, int lda);                                     \
    cublasStatus_t cublas##P##hemm(CPU_DEVICE_BLAS_HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, \
                                   const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c,      \
                                   int ldc);                                                                           \
    cublasStatus_t cublas##P##herk(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k,  \
                                   const R *alpha, const T *a, int lda, const R *beta, T *c, int ldc);                 \
    cublasStatus_t cublas##P##her2k(CPU_DEVICE_BLAS_HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, \
                                    const T *alpha, const T *a, int lda, const T *b, int ldb, const R *beta, T *c,     \
                                    int ldc);
CPU_DEVICE_BLAS_OF_COMPLEX(C, Sc, Cs, cuComplex, float)
CPU_DEVICE_BLAS_OF_COMPLEX(Z, Dz, Zd, cuDoubleComplex, double)
#undef CPU_DEVICE_BLAS_OF_COMPLEX
#undef CPU_DEVICE_BLAS_HANDLE

// LU factorizations of matrices whose addresses lie on the device, and their solutions and inverses, as cuSOLVER's
// getrf and getrs. A pivot for each row of each matrix, or a null pointer: then rows are not exchanged. getrs: `info`
// is the host's.
#define CPU_DEVICE_BLAS_BATCHED_FACTORS(P, T)                                                                          \
    cublasStatus_t cublas##P##getrfBatched(cublasHandle_t handle, int n, T *const a[], int lda, int *pivots,           \
                                           int *info, int batch);                                                      \
    cublasStatus_t cublas##P##getriBatched(cublasHandle_t handle, int n, const T *const a[], int lda,                  \
                                           const int *pivots, T *const c[], int ldc, int *info, int batch);            \
    cublasStatus_t cublas##P##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int columns,            \
                                           const T *const a[], int lda, const int *pivots, T *const b[], int ldb,      \
                                           int *info, int batch);
CPU_DEVICE_BLAS_BATCHED_FACTORS(S, float)
CPU_DEVICE_BLAS_BATCHED_FACTORS(D, double)
CPU_DEVICE_BLAS_BATCHED_FACTORS(C, cuComplex)
CPU_DEVICE_BLAS_BATCHED_FACTORS(Z, cuDoubleComplex)
#undef CPU_DEVICE_BLAS_BATCHED_FACTORS

// Vectors of half, bfloat16, float, double or complex elements, all of one type, computed in that type, or in float for
// halves and bfloat16s. alpha has the type in which it is computed. CUBLAS_STATUS_NOT_SUPPORTED for others.
cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alpha_type, void *x,
                            cudaDataType x_type, int incx, cudaDataType execution);
cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alpha_type, const void *x,
                            cudaDataType x_type, int incx, void *y, cudaDataType y_type, int incy,
                            cudaDataType execution);
cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                           cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                           cudaDataType execution);
cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, const void *y,
                            cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                            cudaDataType execution);
cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType x_type, int incx, void *result,
                            cudaDataType result_type, cudaDataType execution);

// A and B of one type, C of the same, computed in that, or in float for half and bfloat16, whose C may be float too.
// alpha and beta have the type in which it is computed. CUBLAS_STATUS_NOT_SUPPORTED for others.
// SYMBOL: what the function is called for the linker; Compute: the type that says how it is computed.
#define CPU_DEVICE_BLAS_EX(Compute, SYMBOL)                                                                            \
    cublasStatus_t cublasGemmEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n,     \
                                int k, const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,  \
                                cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc, \
                                Compute compute, cublasGemmAlgo_t algorithm) SYMBOL("cublasGemmEx");                   \
    cublasStatus_t cublasGemmStridedBatchedEx(                                                                         \
        cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,   \
        const void *a, cudaDataType a_type, int lda, long long stride_a, const void *b, cudaDataType b_type, int ldb,  \
        long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc, long long stride_c, int batch,    \
        Compute compute, cublasGemmAlgo_t algorithm) SYMBOL("cublasGemmStridedBatchedEx");                             \
    cublasStatus_t cublasGemmBatchedEx(cublasHandle_t handle, cublasOperation_t opa, cublasOperation_t opb, int m,     \
                                       int n, int k, const void *alpha, const void *const a[], cudaDataType a_type,    \
                                       int lda, const void *const b[], cudaDataType b_type, int ldb, const void *beta, \
                                       void *const c[], cudaDataType c_type, int ldc, int batch, Compute compute,      \
                                       cublasGemmAlgo_t algorithm) SYMBOL("cublasGemmBatchedEx");
#define CPU_DEVICE_BLAS_SYMBOL(name)
CPU_DEVICE_BLAS_EX(cublasComputeType_t, CPU_DEVICE_BLAS_SYMBOL)
#undef CPU_DEVICE_BLAS_SYMBOL

#ifdef __cplusplus
} // extern "C"

// As programs called them before CUDA 11, with the type of the numbers that it is computed in.
#define CPU_DEVICE_BLAS_SYMBOL(name) __asm__(name "_in_type")
CPU_DEVICE_BLAS_EX(cudaDataType, CPU_DEVICE_BLAS_SYMBOL)
#undef CPU_DEVICE_BLAS_SYMBOL

#include "cpu_device/interface.h"
#include "cpu_device/launch.h"

// cublasSgemm(...); where nothing is done with the result.
namespace cpu_device
{
inline cublasStatus_t operator,(const unheeded &call, cublasStatus_t status)
{
    if (status)
        cpu_device_library_unheeded(call.function, cublasGetStatusName(status), call.file, call.line);
    return status;
}
} // namespace cpu_device
#endif
#undef CPU_DEVICE_BLAS_EX

#include "cpu_device/cublas_names.h"

#include "cpu_device/letters_shown.h"
