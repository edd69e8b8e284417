// SPDX-License-Identifier: MIT
// cuSOLVER, of which there are the factorizations LU (getrf, getrs) and Cholesky (potrf, potrs) of dense matrices in
// device memory, whose elements are float, double or complex, and the eigenvalues of real symmetric ones (syevd).
// Programs are linked with -lcusolver (cpu_device/libraries/cusolver). Other functions are not declared.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CUSOLVERDN_H_ // programs ask for these
#define CUSOLVER_COMMON_H_
#define CUSOLVERAPI

#include <stdint.h>

#include "cublas_v2.h"

#include "cpu_device/letters_hidden.h"

#define CUSOLVER_VER_MAJOR 12
#define CUSOLVER_VER_MINOR 0
#define CUSOLVER_VER_PATCH 4
#define CUSOLVER_VER_BUILD 66
#define CUSOLVER_VERSION (CUSOLVER_VER_MAJOR * 1000 + CUSOLVER_VER_MINOR * 100 + CUSOLVER_VER_PATCH)

typedef int cusolver_int_t;
typedef enum {
    CUSOLVER_STATUS_SUCCESS = 0,
    CUSOLVER_STATUS_NOT_INITIALIZED = 1,
    CUSOLVER_STATUS_ALLOC_FAILED = 2,
    CUSOLVER_STATUS_INVALID_VALUE = 3,
    CUSOLVER_STATUS_ARCH_MISMATCH = 4,
    CUSOLVER_STATUS_MAPPING_ERROR = 5,
    CUSOLVER_STATUS_EXECUTION_FAILED = 6,
    CUSOLVER_STATUS_INTERNAL_ERROR = 7,
    CUSOLVER_STATUS_MATRIX_TYPE_NOT_SUPPORTED = 8,
    CUSOLVER_STATUS_NOT_SUPPORTED = 9,
    CUSOLVER_STATUS_ZERO_PIVOT = 10,
    CUSOLVER_STATUS_INVALID_LICENSE = 11
} cusolverStatus_t;
typedef enum { CUSOLVER_EIG_MODE_NOVECTOR = 0, CUSOLVER_EIG_MODE_VECTOR = 1 } cusolverEigMode_t;
typedef enum { CUSOLVER_ALG_0 = 0, CUSOLVER_ALG_1 = 1, CUSOLVER_ALG_2 = 2 } cusolverAlgMode_t;
typedef enum { CUSOLVERDN_GETRF = 0, CUSOLVERDN_POTRF = 1, CUSOLVERDN_SYEVBATCHED = 2 } cusolverDnFunction_t;
typedef struct cusolverDnContext *cusolverDnHandle_t;
typedef struct cusolverDnParams *cusolverDnParams_t;

#ifdef __cplusplus
extern "C" {
#endif

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value);
cusolverStatus_t cusolverGetVersion(int *version);
cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle);
cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle);
cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream);
cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream);

// A = P L U in place; rows are exchanged as `pivots` (of 1 and on) says, or not at all where that is null. Then the
// solution of op(A) X = B in B. And A = L L^H or U^H U, where only that triangle is read and written. *info: 0; i where
// the i-th pivot is 0, or where the i-th leading minor is not positive definite; -i for a wrong i-th argument.
#define CPU_DEVICE_SOLVER(letter, type)                                                                                \
    cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t handle, int m, int n, type *a, int lda,   \
                                                          int *size);                                                  \
    cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t handle, int m, int n, type *a, int lda, type *work,  \
                                               int *pivots, int *info);                                                \
    cusolverStatus_t cusolverDn##letter##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int columns,    \
                                               const type *a, int lda, const int *pivots, type *b, int ldb,            \
                                               int *info);                                                             \
    cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                                          type *a, int lda, int *size);                                \
    cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, type *a,       \
                                               int lda, type *work, int size, int *info);                              \
    cusolverStatus_t cusolverDn##letter##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int columns,   \
                                               const type *a, int lda, type *b, int ldb, int *info);
CPU_DEVICE_SOLVER(S, float)
CPU_DEVICE_SOLVER(D, double)
CPU_DEVICE_SOLVER(C, cuComplex)
CPU_DEVICE_SOLVER(Z, cuDoubleComplex)
#undef CPU_DEVICE_SOLVER

// The eigenvalues of a symmetric matrix, of which only that triangle is read, ascending. Then A is overwritten: with
// the eigenvectors, as columns, where the mode is CUSOLVER_EIG_MODE_VECTOR. *info: 0; n where there is no result.
#define CPU_DEVICE_SOLVER(letter, type)                                                                                \
    cusolverStatus_t cusolverDn##letter##syevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t mode,           \
                                                          cublasFillMode_t uplo, int n, const type *a, int lda,        \
                                                          const type *values, int *size);                              \
    cusolverStatus_t cusolverDn##letter##syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode,                      \
                                               cublasFillMode_t uplo, int n, type *a, int lda, type *values,           \
                                               type *work, int size, int *info);
CPU_DEVICE_SOLVER(S, float)
CPU_DEVICE_SOLVER(D, double)
#undef CPU_DEVICE_SOLVER

// The same for elements of the type that the call names: CUDA_R_32F, CUDA_R_64F, CUDA_C_32F or CUDA_C_64F, which is
// also the one to compute in, and that of B. Sizes of workspaces are in bytes; none is needed on the host.
cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params);
cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params);
cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t function,
                                         cusolverAlgMode_t algorithm);
cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                             cudaDataType type, const void *a, int64_t lda, cudaDataType computed,
                                             size_t *on_device, size_t *on_host);
cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t params, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, int64_t *pivots, cudaDataType computed,
                                  void *work, size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasOperation_t op, int64_t n,
                                  int64_t columns, cudaDataType type, const void *a, int64_t lda, const int64_t *pivots,
                                  cudaDataType b_type, void *b, int64_t ldb, int *info);
cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t params,
                                             cublasFillMode_t uplo, int64_t n, cudaDataType type, const void *a,
                                             int64_t lda, cudaDataType computed, size_t *on_device, size_t *on_host);
cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, cudaDataType type, void *a, int64_t lda, cudaDataType computed, void *work,
                                  size_t size, void *host_work, size_t host_size, int *info);
cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t params, cublasFillMode_t uplo,
                                  int64_t n, int64_t columns, cudaDataType type, const void *a, int64_t lda,
                                  cudaDataType b_type, void *b, int64_t ldb, int *info);

#ifdef __cplusplus
} // extern "C"

#include "cpu_device/interface.h"
#include "cpu_device/launch.h"

namespace cpu_device
{
inline const char *name_of(cusolverStatus_t status)
{
    switch (status) {
    case CUSOLVER_STATUS_SUCCESS: return "CUSOLVER_STATUS_SUCCESS";
    case CUSOLVER_STATUS_NOT_INITIALIZED: return "CUSOLVER_STATUS_NOT_INITIALIZED";
    case CUSOLVER_STATUS_ALLOC_FAILED: return "CUSOLVER_STATUS_ALLOC_FAILED";
    case CUSOLVER_STATUS_INVALID_VALUE: return "CUSOLVER_STATUS_INVALID_VALUE";
    case CUSOLVER_STATUS_EXECUTION_FAILED: return "CUSOLVER_STATUS_EXECUTION_FAILED";
    case CUSOLVER_STATUS_NOT_SUPPORTED: return "CUSOLVER_STATUS_NOT_SUPPORTED";
    default: return "CUSOLVER_STATUS_INTERNAL_ERROR";
    }
}
// cusolverDnSgetrf(...); where nothing is done with the result.
inline cusolverStatus_t operator,(const unheeded &call, cusolverStatus_t status)
{
    if (status)
        cpu_device_library_unheeded(call.function, name_of(status), call.file, call.line);
    return status;
}
} // namespace cpu_device
#endif

#include "cpu_device/letters_shown.h"
