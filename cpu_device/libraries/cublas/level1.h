// SPDX-License-Identifier: MIT
// cuBLAS's functions on vectors, for each type of elements.
#pragma once

#include "blas_call.h"

namespace cublas
{
// CBLAS may add one element after another, and a million floats then lose half of their digits. cuBLAS adds in a tree.
// So does this, of parts that CBLAS adds: part(begin, count).
constexpr int added_by_blas = 256;
template <class R, class Part, class Join> R in_tree(int begin, int count, const Part &part, const Join &join)
{
    if (count <= added_by_blas)
        return part(begin, count);
    const int half = count / 2;
    return join(in_tree<R>(begin, half, part, join), in_tree<R>(begin + half, count - half, part, join));
}

// A part of a vector. Of one that goes backwards, the first element is the last in memory.
template <class T> T *part_of(T *all, int n, int increment, int begin, int count)
{
    return all + (ptrdiff_t)(increment < 0 ? begin + count - n : begin) * increment;
}

// The results for no elements: the sum of no numbers, and no index.
template <class R> cublasStatus_t nothing(blas_call &b, R *result)
{
    b.result("result", result);
    return b.go([=] { *result = R(); });
}

template <class T> cublasStatus_t extreme(blas_call &&b, int n, const T *x, int incx, int *result, bool largest)
{
    if (n <= 0 || incx <= 0)
        return nothing(b, result);
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.result("result", result);
    return b.go([=] {
        if (largest) {
            *result = (int)blas<T>::iamax(n, x, incx) + 1;
            return;
        }
        size_t least = 0;
        for (size_t i = 1; i < (size_t)n; ++i)
            if (size_of(x[i * (size_t)incx]) < size_of(x[least * (size_t)incx]))
                least = i;
        *result = (int)least + 1;
    });
}

// `join` makes one result of those of two parts.
template <class T, class R, class Function, class Join>
cublasStatus_t reduction(blas_call &&b, int n, const T *x, int incx, R *result, Function function, Join join)
{
    if (n <= 0 || incx <= 0)
        return nothing(b, result);
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.result("result", result);
    return b.go([=] {
        const auto part = [=](int begin, int count) { return function(count, x + (ptrdiff_t)begin * incx, incx); };
        *result = in_tree<R>(0, n, part, join);
    });
}

// `function` puts the sum where it is wanted.
template <class T, class Function>
cublasStatus_t dot(blas_call &&b, int n, const T *x, int incx, const T *y, int incy, T *result, Function function)
{
    if (n <= 0)
        return nothing(b, result);
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.uses(vector("y", y, sizeof(T), n, incy, use::reads));
    b.result("result", result);
    return b.go([=] {
        const auto part = [=](int begin, int count) {
            T sum;
            function(count, part_of(x, n, incx, begin, count), incx, part_of(y, n, incy, begin, count), incy, &sum);
            return sum;
        };
        *result = in_tree<T>(0, n, part, plus<T>);
    });
}

template <class T> cublasStatus_t axpy(blas_call &&b, int n, const T *alpha, const T *x, int incx, T *y, int incy)
{
    const T *a = b.scalar("alpha", alpha);
    if (n <= 0)
        return b.done();
    b.uses_times(vector("x", x, sizeof(T), n, incx, use::reads), a);
    b.uses_times(vector("y", y, sizeof(T), n, incy, use::updates), a);
    return b.go([=] { blas<T>::axpy(n, number(a), x, incx, y, incy); });
}

template <class T> cublasStatus_t copy(blas_call &&b, int n, const T *x, int incx, T *y, int incy)
{
    if (n <= 0)
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::reads));
    b.uses(vector("y", y, sizeof(T), n, incy, use::writes));
    return b.go([=] { blas<T>::copy(n, x, incx, y, incy); });
}

template <class T> cublasStatus_t swap(blas_call &&b, int n, T *x, int incx, T *y, int incy)
{
    if (n <= 0)
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    b.uses(vector("y", y, sizeof(T), n, incy, use::updates));
    return b.go([=] { blas<T>::swap(n, x, incx, y, incy); });
}

// A: the elements' type, or the real one that belongs to it.
template <class T, class A, class Function>
cublasStatus_t scal(blas_call &&b, int n, const A *alpha, T *x, int incx, Function function)
{
    const A *a = b.scalar("alpha", alpha);
    if (n <= 0 || incx <= 0)
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    return b.go([=] { function(n, number(a), x, incx); });
}

template <class T> T *first_of(T *x, int n, int increment) // from where steps of a negative one begin
{
    return increment < 0 ? x + (ptrdiff_t)(1 - n) * increment : x;
}

// S: the elements' type, or the real one that belongs to it.
template <class T, class S>
cublasStatus_t rot(blas_call &&b, int n, T *x, int incx, T *y, int incy, const real_of<T> *c, const S *s)
{
    const real_of<T> *cosine = b.scalar("c", c);
    const S *sine = b.scalar("s", s);
    if (n <= 0)
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    b.uses(vector("y", y, sizeof(T), n, incy, use::updates));
    return b.go([=] {
        T *p = first_of(x, n, incx), *q = first_of(y, n, incy);
        for (int i = 0; i < n; ++i, p += incx, q += incy) {
            const T old_x = *p, old_y = *q;
            T from_y, from_x;
            if constexpr (std::is_same_v<T, S>) {
                from_y = times(*sine, old_y);
                from_x = times(conjugate(*sine), old_x);
            } else {
                from_y = scaled(*sine, old_y);
                from_x = scaled(*sine, old_x);
            }
            *p = plus(scaled(*cosine, old_x), from_y);
            *q = plus(scaled(*cosine, old_y), scaled(real_of<T>(-1), from_x));
        }
    });
}

template <class T, class Function> cublasStatus_t rotg(blas_call &&b, T *a, T *other, T *c, T *s, Function function)
{
    b.result("a", a, use::updates);
    b.result("b", other, use::updates);
    b.result("c", c);
    b.result("s", s);
    return b.go([=] { function(a, other, c, s); });
}

template <class T, class Function>
cublasStatus_t rotm(blas_call &&b, int n, T *x, int incx, T *y, int incy, const T *parameters, Function function)
{
    b.expect(parameters != nullptr, "param is a null pointer.");
    if (n <= 0 || !b.fine())
        return b.done();
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    b.uses(vector("y", y, sizeof(T), n, incy, use::updates));
    if (!b.on_host()) {
        b.uses(vector("param", parameters, sizeof(T), 5, 1, use::reads));
        return b.go([=] { function(n, x, incx, y, incy, parameters); });
    }
    struct {
        T of[5];
    } kept;
    memcpy(kept.of, parameters, sizeof kept.of);
    return b.go([=] { function(n, x, incx, y, incy, kept.of); });
}

template <class T, class Function>
cublasStatus_t rotmg(blas_call &&b, T *d1, T *d2, T *x1, const T *y1, T *parameters, Function function)
{
    b.result("d1", d1, use::updates);
    b.result("d2", d2, use::updates);
    b.result("x1", x1, use::updates);
    const T *y = b.scalar("y1", y1);
    b.result("param", parameters, use::writes, 5);
    return b.go([=] { function(d1, d2, x1, *y, parameters); });
}
} // namespace cublas
