// SPDX-License-Identifier: MIT
// cuSOLVER's handles, and the functions whose names give the type of the elements.
#include <mutex>
#include <set>

#include "dense.h"

using namespace cusolver;

namespace
{
std::mutex handles_mutex;
std::set<cusolverDnHandle_t> &handles = *new std::set<cusolverDnHandle_t>;
} // namespace

bool cusolver::is_handle(cusolverDnHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    return handles.count(handle) != 0;
}

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type > PATCH_LEVEL)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int *version)
{
    if (version == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    const cpu_device_library_call call = LIBRARY_CALL(__func__);
    if (handle == nullptr)
        return cusolver::refuse(CUSOLVER_STATUS_INVALID_VALUE, "A null pointer in place of the handle.");
    if (cpu_device_library_begins(&call) != cudaSuccess)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *handle = new cusolverDnContext;
    std::lock_guard<std::mutex> lock(handles_mutex);
    handles.insert(*handle);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    if (handles.erase(handle) == 0)
        return cusolver::refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                                "The handle was not made by cusolverDnCreate(), or was "
                                "destroyed.");
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
    if (!is_handle(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream)
{
    if (!is_handle(handle) || stream == nullptr)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

#define CALL(type) solver_call<type>(handle, LIBRARY_CALL(__func__))
#define SOLVER(letter, type)                                                                                           \
    cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t handle, int, int n, type *, int,          \
                                                          int *size)                                                   \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        return c.gives_size(size, n);                                                                                  \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t handle, int m, int n, type *a, int lda, type *work,  \
                                               int *pivots, int *info)                                                 \
    {                                                                                                                  \
        return getrf(CALL(type), m, n, a, lda, workspace{"Workspace", work}, pivots, info);                            \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int count,      \
                                               const type *a, int lda, const int *pivots, type *b, int ldb, int *info) \
    {                                                                                                                  \
        return getrs(CALL(type), op, n, count, a, lda, pivots, b, ldb, info);                                          \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                                          type *, int lda, int *size)                                  \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        c.sizes(n, n, lda);                                                                                            \
        c.triangle(uplo);                                                                                              \
        return c.gives_size(size, n);                                                                                  \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, type *a,       \
                                               int lda, type *work, int size, int *info)                               \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        c.expect(size >= std::max(1, n), "Lwork is less than cusolverDn...potrf_bufferSize() gives.");                 \
        return potrf(std::move(c), uplo, n, a, lda, workspace{"Workspace", work}, info);                               \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int count,     \
                                               const type *a, int lda, type *b, int ldb, int *info)                    \
    {                                                                                                                  \
        return potrs(CALL(type), uplo, n, count, a, lda, b, ldb, info);                                                \
    }
SOLVER(S, float)
SOLVER(D, double)
SOLVER(C, cuComplex)
SOLVER(Z, cuDoubleComplex)

#define EIGENVALUES(letter, type)                                                                                      \
    cusolverStatus_t cusolverDn##letter##syevd_bufferSize(cusolverDnHandle_t handle, cusolverEigMode_t,                \
                                                          cublasFillMode_t uplo, int n, const type *, int lda,         \
                                                          const type *, int *size)                                     \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        c.sizes(n, n, lda);                                                                                            \
        c.triangle(uplo);                                                                                              \
        return c.gives_size(size, n);                                                                                  \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##syevd(cusolverDnHandle_t handle, cusolverEigMode_t mode,                      \
                                               cublasFillMode_t uplo, int n, type *a, int lda, type *values,           \
                                               type *work, int size, int *info)                                        \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        c.expect(size >= std::max(1, n), "lwork is less than cusolverDn...syevd_bufferSize() gives.");                 \
        return syevd(std::move(c), mode, uplo, n, a, lda, values, workspace{"work", work}, info);                      \
    }
EIGENVALUES(S, float)
EIGENVALUES(D, double)
