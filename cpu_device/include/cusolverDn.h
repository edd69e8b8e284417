// SPDX-License-Identifier: MIT
// cuSOLVER, of which there are the factorizations LU (getrf, getrs) and Cholesky (potrf, potrs) of dense matrices in
// device memory, whose elements are float, double or complex. Programs are linked with -lcusolver
// (cpu_device/libraries/cusolver/cusolver.cpp). Other functions are not declared.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define CUSOLVERDN_H_ // programs ask for these
#define CUSOLVER_COMMON_H_
#define CUSOLVERAPI

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
typedef struct cusolverDnContext *cusolverDnHandle_t;

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
