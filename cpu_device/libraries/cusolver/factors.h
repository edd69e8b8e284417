// SPDX-License-Identifier: MIT
// LU and Cholesky factorizations of dense matrices, column by column, with the pivots of LAPACK; and the solutions by
// them.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <type_traits>

#include "../../include/cuComplex.h"

namespace cpu_device_factors
{
// How the elements are computed with.
template <class T> struct number {
    using type = T;
};
template <> struct number<cuComplex> {
    using type = std::complex<float>;
};
template <> struct number<cuDoubleComplex> {
    using type = std::complex<double>;
};
template <class T> using number_of = typename number<T>::type;

template <class T> T conjugate(T x)
{
    if constexpr (std::is_floating_point_v<T>)
        return x;
    else
        return std::conj(x);
}
template <class T> auto pivot_size(T x) // as LAPACK compares pivots
{
    if constexpr (std::is_floating_point_v<T>)
        return std::abs(x);
    else
        return std::abs(x.real()) + std::abs(x.imag());
}

// A matrix of columns.
template <class T> struct columns {
    T *first;
    long long ld;
    T &operator()(long long row, long long column) const
    {
        return first[(size_t)column * (size_t)ld + (size_t)row];
    }
};

// Pivot: int or a longer type; the pivots count from 1. The result is 0, or which pivot is the first that is 0.
template <class T, class Pivot> int factor_lu(columns<T> a, long long m, long long n, Pivot *pivots)
{
    long long info = 0;
    for (long long k = 0; k < std::min(m, n); ++k) {
        long long pivot = k;
        for (long long row = k + 1; pivots != nullptr && row < m; ++row)
            if (pivot_size(a(row, k)) > pivot_size(a(pivot, k)))
                pivot = row;
        if (pivots != nullptr)
            pivots[k] = (Pivot)(pivot + 1);
        for (long long column = 0; pivot != k && column < n; ++column)
            std::swap(a(k, column), a(pivot, column));
        if (a(k, k) == T(0)) {
            info = info == 0 ? k + 1 : info;
            continue;
        }
        for (long long row = k + 1; row < m; ++row)
            a(row, k) /= a(k, k);
        for (long long column = k + 1; column < n; ++column)
            for (long long row = k + 1; row < m; ++row)
                a(row, column) -= a(row, k) * a(k, column);
    }
    return (int)info;
}

// One column of a triangular system, in place; `at` gives the triangle's elements.
template <class T, class At> void solve_lower(long long n, T *x, bool unit, At at)
{
    for (long long row = 0; row < n; ++row) {
        for (long long column = 0; column < row; ++column)
            x[row] -= at(row, column) * x[column];
        x[row] = unit ? x[row] : x[row] / at(row, row);
    }
}
template <class T, class At> void solve_upper(long long n, T *x, bool unit, At at)
{
    for (long long row = n - 1; row >= 0; --row) {
        for (long long column = row + 1; column < n; ++column)
            x[row] -= at(row, column) * x[column];
        x[row] = unit ? x[row] : x[row] / at(row, row);
    }
}

// False: solve_lu() would exchange rows that there are not.
template <class Pivot> bool are_rows(const Pivot *pivots, long long n)
{
    for (long long i = 0; pivots != nullptr && i < n; ++i)
        if (pivots[i] < 1 || pivots[i] > n)
            return false;
    return true;
}

// op(A) x = right, in place. `transposed`: op(A) is A's transpose; `conjugated`: with conjugate elements.
template <class T, class Pivot>
void solve_lu(columns<const T> a, long long n, bool transposed, bool conjugated, const Pivot *pivots, T *x)
{
    if (!transposed) {
        for (long long row = 0; pivots != nullptr && row < n; ++row)
            std::swap(x[row], x[pivots[row] - 1]);
        solve_lower(n, x, true, [=](long long row, long long column) { return a(row, column); });
        solve_upper(n, x, false, [=](long long row, long long column) { return a(row, column); });
        return;
    }
    auto other_way = [=](long long row, long long column) {
        return conjugated ? conjugate(T(a(column, row))) : T(a(column, row));
    };
    solve_lower(n, x, false, other_way);
    solve_upper(n, x, true, other_way);
    for (long long row = n - 1; pivots != nullptr && row >= 0; --row)
        std::swap(x[row], x[pivots[row] - 1]);
}

// The factor's element in the lower triangle, whichever is stored.
template <class T, class M> T lower(M a, bool upper, long long row, long long column)
{
    return upper ? conjugate(T(a(column, row))) : T(a(row, column));
}

template <class T> int factor_cholesky(columns<T> a, long long n, bool upper)
{
    for (long long k = 0; k < n; ++k) {
        auto diagonal = std::real(a(k, k));
        for (long long i = 0; i < k; ++i)
            diagonal -= std::norm(lower<T>(a, upper, k, i));
        if (!(diagonal > 0))
            return (int)(k + 1);
        const auto root = std::sqrt(diagonal);
        a(k, k) = root;
        for (long long row = k + 1; row < n; ++row) {
            T sum = lower<T>(a, upper, row, k);
            for (long long i = 0; i < k; ++i)
                sum -= lower<T>(a, upper, row, i) * conjugate(lower<T>(a, upper, k, i));
            sum /= root;
            upper ? a(k, row) = conjugate(sum) : a(row, k) = sum;
        }
    }
    return 0;
}

template <class T> columns<number_of<T>> of(T *a, long long ld)
{
    return {reinterpret_cast<number_of<T> *>(a), ld};
}
template <class T> columns<const number_of<T>> of(const T *a, long long ld)
{
    return {reinterpret_cast<const number_of<T> *>(a), ld};
}
} // namespace cpu_device_factors
