// SPDX-License-Identifier: MIT
// A call of cuBLAS: its handle, its errors, the memory that it uses, and the functions of CBLAS by the type of
// elements.
#pragma once

#include <algorithm>
#include <cmath>

#include "../../include/cublas_v2.h"
#include "../blas/cblas.h"
#include "../library_call.h"

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace cublas
{
using namespace cpu_device_library;

bool is_handle(cublasHandle_t handle);

inline cublasStatus_t status_of(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorInitializationError: return CUBLAS_STATUS_NOT_INITIALIZED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

template <class T> struct element {
    using real = T;
};
template <> struct element<cuComplex> {
    using real = float;
};
template <> struct element<cuDoubleComplex> {
    using real = double;
};
template <class T> using real_of = typename element<T>::real;
template <class T> constexpr bool is_complex = !std::is_same_v<T, real_of<T>>;
template <class T> constexpr bool is_narrow = std::is_same_v<T, __half> || std::is_same_v<T, __nv_bfloat16>;

// How CBLAS takes a number.
inline float number(const float *x)
{
    return *x;
}
inline double number(const double *x)
{
    return *x;
}
inline const void *number(const cuComplex *x)
{
    return x;
}
inline const void *number(const cuDoubleComplex *x)
{
    return x;
}

template <class T> real_of<T> size_of(T x) // as amax and amin compare
{
    if constexpr (is_complex<T>)
        return std::abs(x.x) + std::abs(x.y);
    else
        return std::abs(x);
}
template <class T> T conjugate(T x)
{
    if constexpr (is_complex<T>)
        x.y = -x.y;
    return x;
}
template <class T> T times(T a, T b)
{
    if constexpr (is_complex<T>) {
        T product = {};
        product.x = a.x * b.x - a.y * b.y;
        product.y = a.x * b.y + a.y * b.x;
        return product;
    } else {
        return a * b;
    }
}
template <class T> T plus(T a, T b)
{
    if constexpr (is_complex<T>) {
        a.x += b.x;
        a.y += b.y;
        return a;
    } else {
        return a + b;
    }
}
template <class T> T hypotenuse(T a, T b)
{
    return std::hypot(a, b);
}
template <class T> bool is_zero(T x)
{
    return size_of(x) == 0;
}
template <class T> T scaled(real_of<T> by, T x)
{
    if constexpr (is_complex<T>) {
        x.x *= by;
        x.y *= by;
        return x;
    } else {
        return by * x;
    }
}

// CBLAS's functions by the type of their elements: blas::gemm<float>(...) is cblas_sgemm(...).
template <class T> struct blas;
#define BLAS_OF(T, p)                                                                                                  \
    template <> struct blas<T> {                                                                                       \
        static constexpr auto iamax = cblas_i##p##amax;                                                                \
        static constexpr auto axpy = cblas_##p##axpy;                                                                  \
        static constexpr auto copy = cblas_##p##copy;                                                                  \
        static constexpr auto swap = cblas_##p##swap;                                                                  \
        static constexpr auto scal = cblas_##p##scal;                                                                  \
        static constexpr auto gemv = cblas_##p##gemv;                                                                  \
        static constexpr auto trmv = cblas_##p##trmv;                                                                  \
        static constexpr auto trsv = cblas_##p##trsv;                                                                  \
        static constexpr auto gemm = cblas_##p##gemm;                                                                  \
        static constexpr auto symm = cblas_##p##symm;                                                                  \
        static constexpr auto syrk = cblas_##p##syrk;                                                                  \
        static constexpr auto syr2k = cblas_##p##syr2k;                                                                \
        static constexpr auto trmm = cblas_##p##trmm;                                                                  \
        static constexpr auto trsm = cblas_##p##trsm;                                                                  \
    };
BLAS_OF(float, s)
BLAS_OF(double, d)
BLAS_OF(cuComplex, c)
BLAS_OF(cuDoubleComplex, z)
#undef BLAS_OF

inline int uplo_of(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? cblas_upper : cblas_lower;
}
inline cpu_device_operand_shape shape_of(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? cpu_device_upper : cpu_device_lower;
}
inline int op_of(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? cblas_no_transpose : op == CUBLAS_OP_T ? cblas_transpose : cblas_conjugate;
}
inline int diag_of(cublasDiagType_t diag)
{
    return diag == CUBLAS_DIAG_UNIT ? cblas_unit : cblas_non_unit;
}
inline int side_of(cublasSideMode_t side)
{
    return side == CUBLAS_SIDE_LEFT ? cblas_left : cblas_right;
}

// The first error is kept, and go() returns it.
class blas_call : library_call
{
  public:
    blas_call(cublasHandle_t handle, const cpu_device_library_call &of) : library_call(of), handle_(handle)
    {
        if (cudaError_t error = begins()) {
            status_ = status_of(error);
        } else if (!is_handle(handle)) {
            refuse("The handle was not made by cublasCreate()%s.",
                   handle ? cpu_device_library_translates(", or was destroyed") : "");
            status_ = CUBLAS_STATUS_NOT_INITIALIZED;
        }
    }

    bool fine() const
    {
        return status_ == CUBLAS_STATUS_SUCCESS;
    }
    template <class... Arguments> void expect(bool holds, const char *form, Arguments... arguments)
    {
        if (holds || !fine())
            return;
        char why[300];
        snprintf(why, sizeof why, cpu_device_library_translates(form), arguments...);
        refuse("%s", why);
        status_ = CUBLAS_STATUS_INVALID_VALUE;
    }
    void not_supported(const char *why)
    {
        if (!fine())
            return;
        refuse("%s", why);
        status_ = CUBLAS_STATUS_NOT_SUPPORTED;
    }
    void at_least_0(const char *name, long long n)
    {
        expect(n >= 0, "%s is %lld.", name, n);
    }
    void not_0(const char *name, int increment)
    {
        expect(increment != 0, "%s is 0.", name);
    }
    void leading(const char *name, int ld, const char *of, long long rows)
    {
        expect(ld >= std::max(1LL, rows), "%s is %d, and %s has %lld rows: columns would overlap.", name, ld, of, rows);
    }
    void operation(const char *name, cublasOperation_t op)
    {
        expect(op == CUBLAS_OP_N || op == CUBLAS_OP_T || op == CUBLAS_OP_C,
               "%s is %d: none of CUBLAS_OP_N, CUBLAS_OP_T and CUBLAS_OP_C.", name, (int)op);
    }
    void triangle(cublasFillMode_t uplo)
    {
        expect(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER,
               "uplo is %d: neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER.", (int)uplo);
    }
    void diagonal(cublasDiagType_t diag)
    {
        expect(diag == CUBLAS_DIAG_NON_UNIT || diag == CUBLAS_DIAG_UNIT,
               "diag is %d: neither CUBLAS_DIAG_NON_UNIT nor CUBLAS_DIAG_UNIT.", (int)diag);
    }
    void side(cublasSideMode_t side)
    {
        expect(side == CUBLAS_SIDE_LEFT || side == CUBLAS_SIDE_RIGHT,
               "side is %d: neither CUBLAS_SIDE_LEFT nor CUBLAS_SIDE_RIGHT.", (int)side);
    }

    // A number that goes in: of the host, which may change it once the call returns, or of the device, which is read
    // when the work is done.
    template <class T> const T *scalar(const char *name, const T *pointer)
    {
        if (!is_fine(name, pointer))
            return pointer;
        if (handle_->pointers == CUBLAS_POINTER_MODE_HOST)
            return keep(pointer);
        uses(operand(name, pointer, sizeof(T), use::reads));
        return pointer;
    }
    // Numbers that come out, or that are changed. The call waits for those of the host.
    template <class T> void result(const char *name, T *pointer, use how = use::writes, size_t count = 1)
    {
        if (!is_fine(name, pointer))
            return;
        if (handle_->pointers == CUBLAS_POINTER_MODE_HOST) {
            waits_ = true;
            host_results_.push_back({pointer, sizeof(T) * count});
        } else {
            uses(vector(name, pointer, sizeof(T), (long long)count, 1, how));
        }
    }

    using library_call::call;
    using library_call::uses;
    template <class T> void uses_times(const cpu_device_operand &o, const T *factor)
    {
        uses(o, factor, sizeof(T), sizeof(real_of<T>));
    }
    // The same memory twice: read if beta is not 0, and written.
    template <class T> void updates(cpu_device_operand o, const T *beta)
    {
        o.reads = o.writes = 1;
        uses_times(o, beta);
    }

    template <class Work> cublasStatus_t go(Work work)
    {
        if (!fine())
            return status_;
        const cudaError_t error = queue(handle_->stream, waits_, work);
        for (const auto &[address, size] : host_results_)
            cpu_device_library_writes_host(address, size);
        return status_of(error);
    }
    // There is nothing to do.
    cublasStatus_t done() const
    {
        return status_;
    }
    bool on_host() const
    {
        return handle_->pointers == CUBLAS_POINTER_MODE_HOST;
    }

  private:
    bool is_fine(const char *name, const void *pointer)
    {
        expect(pointer != nullptr, "%s is a null pointer.", name);
        if (fine() && handle_->pointers == CUBLAS_POINTER_MODE_HOST && cpu_device_on_device(pointer)) {
            refuse("%s is device memory, but the pointer mode is CUBLAS_POINTER_MODE_HOST: with a GPU the program "
                   "would crash here. Call cublasSetPointerMode().",
                   name);
            status_ = CUBLAS_STATUS_EXECUTION_FAILED;
        }
        return fine();
    }

    cublasHandle_t handle_;
    cublasStatus_t status_ = CUBLAS_STATUS_SUCCESS;
    bool waits_ = false;
    std::vector<std::pair<void *, size_t>> host_results_;
};
} // namespace cublas
