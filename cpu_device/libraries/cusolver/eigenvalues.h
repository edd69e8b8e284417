// SPDX-License-Identifier: MIT
// Eigenvalues of a real symmetric matrix by Jacobi's rotations, in double: slower than what a GPU does, and as exact.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "factors.h"

namespace cpu_device_factors
{
// A symmetric matrix, and the product of all rotations so far, whose columns become the eigenvectors.
class jacobi
{
  public:
    template <class T> jacobi(columns<T> triangle, long long n, bool upper) : n_(n), a_((size_t)(n * n)), v_(a_.size())
    {
        for (long long column = 0; column < n; ++column) {
            v(column, column) = 1;
            for (long long row = column; row < n; ++row)
                a(row, column) = a(column, row) = (double)(upper ? triangle(column, row) : triangle(row, column));
        }
    }
    // False if the matrix has numbers that do not converge, such as NaNs.
    bool converges()
    {
        constexpr int most_sweeps = 100;
        for (int sweep = 0; sweep < most_sweeps; ++sweep) {
            if (is_diagonal())
                return true;
            for (long long p = 0; p < n_; ++p)
                for (long long q = p + 1; q < n_; ++q)
                    rotate(p, q);
        }
        return false;
    }
    double value(long long i) const
    {
        return a_[(size_t)(i * n_ + i)];
    }
    double vector(long long row, long long i) const
    {
        return v_[(size_t)(i * n_ + row)];
    }

  private:
    double &a(long long row, long long column)
    {
        return a_[(size_t)(column * n_ + row)];
    }
    double &v(long long row, long long column)
    {
        return v_[(size_t)(column * n_ + row)];
    }
    bool is_diagonal()
    {
        double all = 0, beside = 0;
        for (long long column = 0; column < n_; ++column)
            for (long long row = 0; row < n_; ++row) {
                all += a(row, column) * a(row, column);
                beside += row == column ? 0 : a(row, column) * a(row, column);
            }
        constexpr double rounding = 2.2e-16;
        return beside <= (double)n_ * rounding * rounding * all;
    }
    // Makes the element at p, q zero.
    void rotate(long long p, long long q)
    {
        if (a(p, q) == 0)
            return;
        const double theta = (a(q, q) - a(p, p)) / (2 * a(p, q));
        const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::hypot(theta, 1));
        const double c = 1 / std::hypot(t, 1), s = t * c;
        for (long long i = 0; i < n_; ++i)
            turn(a(i, p), a(i, q), c, s);
        for (long long i = 0; i < n_; ++i) {
            turn(a(p, i), a(q, i), c, s);
            turn(v(i, p), v(i, q), c, s);
        }
        a(p, q) = a(q, p) = 0; // but for rounding
    }
    static void turn(double &x, double &y, double c, double s)
    {
        const double old = x;
        x = c * old - s * y;
        y = s * old + c * y;
    }

    long long n_;
    std::vector<double> a_, v_; // columns
};

// The result is 0, or n where there is no result. Without `vectors` the triangle that was read is overwritten, as
// LAPACK says.
template <class T> int eigenvalues(columns<T> a, long long n, bool upper, bool vectors, T *values)
{
    jacobi work(a, n, upper);
    if (!work.converges())
        return (int)std::max(1LL, n);
    std::vector<long long> order((size_t)n);
    std::iota(order.begin(), order.end(), 0LL);
    std::sort(order.begin(), order.end(), [&](long long i, long long k) { return work.value(i) < work.value(k); });
    for (long long i = 0; i < n; ++i) {
        const long long from = order[(size_t)i];
        values[i] = (T)work.value(from);
        for (long long row = 0; row < n; ++row)
            if (vectors)
                a(row, i) = (T)work.vector(row, from);
            else if (upper ? row <= i : row >= i)
                a(row, i) = row == i ? values[i] : T(0);
    }
    return 0;
}
} // namespace cpu_device_factors
