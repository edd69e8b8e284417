// SPDX-License-Identifier: MIT
// cuSOLVER's functions whose arguments give the type of the elements (cusolverDnX...), with sizes and pivots of 64
// bits.
#include "dense.h"

using namespace cusolver;

struct cusolverDnParams {
};

namespace
{
// Calls `function` with a null pointer to the type of the elements.
template <class Function> cusolverStatus_t with_type(cusolverDnHandle_t handle, const cpu_device_library_call &at,
                                                     cudaDataType type, cudaDataType same, Function function)
{
    if (type == CUDA_R_32F && same == type)
        return function((float *)nullptr);
    if (type == CUDA_R_64F && same == type)
        return function((double *)nullptr);
    if (type == CUDA_C_32F && same == type)
        return function((cuComplex *)nullptr);
    if (type == CUDA_C_64F && same == type)
        return function((cuDoubleComplex *)nullptr);
    return solver_call<float>(handle, at)
        .not_supported("The CPU device solves with float, double and complex elements, and computes in the same type.");
}

// Two sizes of workspaces in bytes: n elements on the device, and none on the host.
template <class T> cusolverStatus_t gives_sizes(solver_call<T> &c, long long n, size_t *on_device, size_t *on_host)
{
    c.expect(on_host != nullptr, "A null pointer in place of the size.");
    if (c.gives_size(on_device, std::max(1LL, n) * (long long)sizeof(T)) == CUSOLVER_STATUS_SUCCESS)
        *on_host = 0;
    return c.status();
}
template <class T> void expects_size(solver_call<T> &c, size_t size, long long n)
{
    c.expect(size >= (size_t)std::max(1LL, n) * sizeof(T),
             "workspaceInBytesOnDevice is less than the function ..._bufferSize() gives.");
}
} // namespace

cusolverStatus_t cusolverDnCreateParams(cusolverDnParams_t *params)
{
    if (params == nullptr)
        return cusolver::refuse(CUSOLVER_STATUS_INVALID_VALUE, "A null pointer in place of the parameters.");
    *params = new cusolverDnParams;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroyParams(cusolverDnParams_t params)
{
    delete params;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetAdvOptions(cusolverDnParams_t params, cusolverDnFunction_t, cusolverAlgMode_t)
{
    return params == nullptr ? CUSOLVER_STATUS_INVALID_VALUE : CUSOLVER_STATUS_SUCCESS; // there is one algorithm
}

cusolverStatus_t cusolverDnXgetrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t, int64_t n,
                                             cudaDataType type, const void *, int64_t, cudaDataType computed,
                                             size_t *on_device, size_t *on_host)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, computed, [=](auto *element) {
        solver_call<std::remove_pointer_t<decltype(element)>> c(handle, at);
        return gives_sizes(c, n, on_device, on_host);
    });
}

cusolverStatus_t cusolverDnXgetrf(cusolverDnHandle_t handle, cusolverDnParams_t, int64_t m, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, int64_t *pivots, cudaDataType computed,
                                  void *work, size_t size, void *, size_t, int *info)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, computed, [=](auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        solver_call<T> c(handle, at);
        expects_size(c, size, n);
        return getrf(std::move(c), m, n, static_cast<T *>(a), lda, workspace{"bufferOnDevice", work}, pivots, info);
    });
}

cusolverStatus_t cusolverDnXgetrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasOperation_t op, int64_t n,
                                  int64_t count, cudaDataType type, const void *a, int64_t lda, const int64_t *pivots,
                                  cudaDataType b_type, void *b, int64_t ldb, int *info)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, b_type, [=](auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        return getrs(solver_call<T>(handle, at), op, n, count, static_cast<const T *>(a), lda, pivots,
                     static_cast<T *>(b), ldb, info);
    });
}

cusolverStatus_t cusolverDnXpotrf_bufferSize(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo,
                                             int64_t n, cudaDataType type, const void *, int64_t lda,
                                             cudaDataType computed, size_t *on_device, size_t *on_host)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, computed, [=](auto *element) {
        solver_call<std::remove_pointer_t<decltype(element)>> c(handle, at);
        c.sizes(n, n, lda);
        c.triangle(uplo);
        return gives_sizes(c, n, on_device, on_host);
    });
}

cusolverStatus_t cusolverDnXpotrf(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  cudaDataType type, void *a, int64_t lda, cudaDataType computed, void *work,
                                  size_t size, void *, size_t, int *info)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, computed, [=](auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        solver_call<T> c(handle, at);
        expects_size(c, size, n);
        return potrf(std::move(c), uplo, n, static_cast<T *>(a), lda, workspace{"bufferOnDevice", work}, info);
    });
}

cusolverStatus_t cusolverDnXpotrs(cusolverDnHandle_t handle, cusolverDnParams_t, cublasFillMode_t uplo, int64_t n,
                                  int64_t count, cudaDataType type, const void *a, int64_t lda, cudaDataType b_type,
                                  void *b, int64_t ldb, int *info)
{
    const cpu_device_library_call at = LIBRARY_CALL(__func__);
    return with_type(handle, at, type, b_type, [=](auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        return potrs(solver_call<T>(handle, at), uplo, n, count, static_cast<const T *>(a), lda, static_cast<T *>(b),
                     ldb, info);
    });
}
