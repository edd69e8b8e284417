// SPDX-License-Identifier: MIT
// cuBLAS's functions on vectors whose arguments give the type of the elements: cublasDotEx() and the like. Halves and
// bfloat16s are computed in float.
#include "level1.h"

using namespace cublas;

namespace
{
template <class T> using computed = std::conditional_t<is_narrow<T>, float, T>;

template <class T> constexpr cudaDataType type_of = CUDA_R_32F;
template <> constexpr cudaDataType type_of<__half> = CUDA_R_16F;
template <> constexpr cudaDataType type_of<__nv_bfloat16> = CUDA_R_16BF;
template <> constexpr cudaDataType type_of<double> = CUDA_R_64F;
template <> constexpr cudaDataType type_of<cuComplex> = CUDA_C_32F;
template <> constexpr cudaDataType type_of<cuDoubleComplex> = CUDA_C_64F;

template <class T> computed<T> widened(T x)
{
    return static_cast<computed<T>>(x);
}
template <class T> T narrowed(computed<T> x)
{
    return static_cast<T>(x);
}

// Calls `function` with a null pointer to the elements' type, if `fits` is true of it.
template <class Fits, class Function>
cublasStatus_t with_type(blas_call &&call, cudaDataType type, Fits fits, Function function)
{
    cublasStatus_t status = CUBLAS_STATUS_NOT_SUPPORTED;
    const auto matches = [&](auto *element) {
        if (type != type_of<std::remove_pointer_t<decltype(element)>> || !fits(element))
            return false;
        status = function(std::move(call), element);
        return true;
    };
    if (matches((float *)nullptr) || matches((double *)nullptr) || matches((__half *)nullptr) ||
        matches((__nv_bfloat16 *)nullptr) || matches((cuComplex *)nullptr) || matches((cuDoubleComplex *)nullptr))
        return status;
    call.not_supported("The CPU device has vectors of half, bfloat16, float, double and complex numbers, all of one "
                       "type, and computes in that type, or in float for half and bfloat16.");
    return call.done();
}

template <class T> cublasStatus_t scal_ex(blas_call &&b, int n, const computed<T> *alpha, T *x, int incx)
{
    const computed<T> *a = b.scalar("alpha", alpha);
    if (n <= 0 || incx <= 0)
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    return b.go([=] {
        for (int i = 0; i < n; ++i)
            x[(ptrdiff_t)i * incx] = narrowed<T>(times(*a, widened(x[(ptrdiff_t)i * incx])));
    });
}

template <class T>
cublasStatus_t axpy_ex(blas_call &&b, int n, const computed<T> *alpha, const T *x, int incx, T *y, int incy)
{
    const computed<T> *a = b.scalar("alpha", alpha);
    if (n <= 0)
        return b.done();
    b.uses_times(vector("x", x, sizeof(T), n, incx, use::reads), a);
    b.uses_times(vector("y", y, sizeof(T), n, incy, use::updates), a);
    return b.go([=] {
        const T *from = first_of(x, n, incx);
        T *to = first_of(y, n, incy);
        for (int i = 0; i < n; ++i, from += incx, to += incy)
            *to = narrowed<T>(plus(times(*a, widened(*from)), widened(*to)));
    });
}

template <class T>
cublasStatus_t dot_ex(blas_call &&b, int n, const T *x, int incx, const T *y, int incy, T *result, bool conjugated)
{
    if (n <= 0)
        return nothing(b, result);
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.uses(vector("y", y, sizeof(T), n, incy, use::reads));
    b.result("result", result);
    return b.go([=] {
        const T *left = first_of(x, n, incx), *right = first_of(y, n, incy);
        const auto part = [=](int begin, int count) {
            computed<T> sum = {};
            for (ptrdiff_t i = begin; i < begin + count; ++i) {
                const computed<T> factor = widened(left[i * incx]);
                sum = plus(sum, times(conjugated ? conjugate(factor) : factor, widened(right[i * incy])));
            }
            return sum;
        };
        *result = narrowed<T>(in_tree<computed<T>>(0, n, part, plus<computed<T>>));
    });
}

template <class T> auto length_of(T x)
{
    if constexpr (is_complex<T>)
        return std::hypot(x.x, x.y);
    else
        return std::abs(x);
}

// R: of the result.
template <class R, class T> cublasStatus_t nrm2_ex(blas_call &&b, int n, const T *x, int incx, R *result)
{
    if (n <= 0 || incx <= 0)
        return nothing(b, result);
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.result("result", result);
    return b.go([=] {
        using real = real_of<computed<T>>;
        const auto part = [=](int begin, int count) {
            real length = 0;
            for (ptrdiff_t i = begin; i < begin + count; ++i)
                length = std::hypot(length, length_of(widened(x[i * incx])));
            return length;
        };
        *result = static_cast<R>(in_tree<real>(0, n, part, hypotenuse<real>));
    });
}

// The types of a call with `others` beside x: x's own, and computed in what belongs to it.
struct types {
    cudaDataType alpha, other, execution;

    template <class T> bool fit(T *) const
    {
        return alpha == type_of<computed<T>> && other == type_of<T> && execution == alpha;
    }
};

cublasStatus_t dot_of_any(blas_call &&call, int n, const void *x, cudaDataType type, int incx, const void *y,
                          cudaDataType y_type, int incy, void *result, cudaDataType result_type, cudaDataType execution,
                          bool conjugated)
{
    const auto fits = [=](auto *element) {
        return result_type == type && types{execution, y_type, execution}.fit(element);
    };
    return with_type(std::move(call), type, fits, [=](blas_call &&typed, auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        return dot_ex(std::move(typed), n, static_cast<const T *>(x), incx, static_cast<const T *>(y), incy,
                      static_cast<T *>(result), conjugated);
    });
}
} // namespace

#define CALL blas_call(handle, LIBRARY_CALL(__func__))

cublasStatus_t cublasScalEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alpha_type, void *x,
                            cudaDataType type, int incx, cudaDataType execution)
{
    const auto fits = [=](auto *element) { return types{alpha_type, type, execution}.fit(element); };
    return with_type(CALL, type, fits, [=](blas_call &&typed, auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        return scal_ex(std::move(typed), n, static_cast<const computed<T> *>(alpha), static_cast<T *>(x), incx);
    });
}

cublasStatus_t cublasAxpyEx(cublasHandle_t handle, int n, const void *alpha, cudaDataType alpha_type, const void *x,
                            cudaDataType type, int incx, void *y, cudaDataType y_type, int incy, cudaDataType execution)
{
    const auto fits = [=](auto *element) { return types{alpha_type, y_type, execution}.fit(element); };
    return with_type(CALL, type, fits, [=](blas_call &&typed, auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        return axpy_ex(std::move(typed), n, static_cast<const computed<T> *>(alpha), static_cast<const T *>(x), incx,
                       static_cast<T *>(y), incy);
    });
}

cublasStatus_t cublasDotEx(cublasHandle_t handle, int n, const void *x, cudaDataType type, int incx, const void *y,
                           cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                           cudaDataType execution)
{
    return dot_of_any(CALL, n, x, type, incx, y, y_type, incy, result, result_type, execution, false);
}

cublasStatus_t cublasDotcEx(cublasHandle_t handle, int n, const void *x, cudaDataType type, int incx, const void *y,
                            cudaDataType y_type, int incy, void *result, cudaDataType result_type,
                            cudaDataType execution)
{
    return dot_of_any(CALL, n, x, type, incx, y, y_type, incy, result, result_type, execution, true);
}

cublasStatus_t cublasNrm2Ex(cublasHandle_t handle, int n, const void *x, cudaDataType type, int incx, void *result,
                            cudaDataType result_type, cudaDataType execution)
{
    const auto fits = [=](auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        using result_of = std::conditional_t<is_narrow<T>, T, real_of<T>>;
        return result_type == type_of<result_of> && execution == type_of<real_of<computed<T>>>;
    };
    return with_type(CALL, type, fits, [=](blas_call &&typed, auto *element) {
        using T = std::remove_pointer_t<decltype(element)>;
        using result_of = std::conditional_t<is_narrow<T>, T, real_of<T>>;
        return nrm2_ex(std::move(typed), n, static_cast<const T *>(x), incx, static_cast<result_of *>(result));
    });
}
#undef CALL
