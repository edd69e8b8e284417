// SPDX-License-Identifier: MIT
// A call of cuSOLVER: its handle, the memory that it uses, and its errors.
#pragma once

#include <algorithm>

#include "../../include/cusolverDn.h"
#include "../library_call.h"

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace cusolver
{
using namespace cpu_device_library;

bool is_handle(cusolverDnHandle_t handle);

inline cusolverStatus_t refuse(cusolverStatus_t status, const char *why)
{
    cpu_device_library_refuses(cpu_device_library_translates(why));
    return status;
}

inline cusolverStatus_t status_of(cudaError_t error)
{
    return error == cudaSuccess                    ? CUSOLVER_STATUS_SUCCESS
           : error == cudaErrorMemoryAllocation    ? CUSOLVER_STATUS_ALLOC_FAILED
           : error == cudaErrorInitializationError ? CUSOLVER_STATUS_NOT_INITIALIZED
                                                   : CUSOLVER_STATUS_EXECUTION_FAILED;
}

// The first error is kept, and go() returns it.
template <class T> class solver_call : library_call
{
  public:
    using library_call::call;

    solver_call(cusolverDnHandle_t handle, const cpu_device_library_call &of) : library_call(of), handle_(handle)
    {
        if (cudaError_t error = begins())
            status_ = status_of(error);
        else if (!is_handle(handle))
            status_ = cusolver::refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                                       "The handle was not made by cusolverDnCreate(), or was destroyed.");
    }
    void expect(bool holds, const char *why)
    {
        if (!holds && status_ == CUSOLVER_STATUS_SUCCESS)
            status_ = cusolver::refuse(CUSOLVER_STATUS_INVALID_VALUE, why);
    }
    void sizes(long long rows, long long columns, long long ld)
    {
        expect(rows >= 0 && columns >= 0, "A size is below 0.");
        expect(ld >= std::max(1LL, rows), "The leading dimension is less than a column has elements: columns would "
                                          "overlap.");
    }
    void triangle(cublasFillMode_t uplo)
    {
        expect(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER,
               "uplo is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER.");
    }
    void uses_matrix(const char *name, const T *a, long long rows, long long columns, long long ld, use how,
                     cpu_device_operand_shape shape = cpu_device_full)
    {
        uses(matrix(name, a, sizeof(T), rows, columns, ld, how, shape));
    }
    void uses_array(const char *name, const void *address, size_t element, long long count, use how)
    {
        uses(vector(name, address, element, count, 1, how));
    }
    template <class Work> cusolverStatus_t go(Work work)
    {
        return status_ != CUSOLVER_STATUS_SUCCESS ? status_ : status_of(queue(handle_->stream, false, work));
    }
    template <class Size> cusolverStatus_t gives_size(Size *size, long long n)
    {
        expect(size != nullptr, "A null pointer in place of the size.");
        if (status_ == CUSOLVER_STATUS_SUCCESS)
            *size = (Size)std::max(1LL, n);
        return status_;
    }
    cusolverStatus_t not_supported(const char *why)
    {
        return status_ != CUSOLVER_STATUS_SUCCESS ? status_ : cusolver::refuse(CUSOLVER_STATUS_NOT_SUPPORTED, why);
    }
    cusolverStatus_t status() const
    {
        return status_;
    }

  private:
    cusolverDnHandle_t handle_;
    cusolverStatus_t status_ = CUSOLVER_STATUS_SUCCESS;
};
} // namespace cusolver
