// SPDX-License-Identifier: MIT
// What cuSOLVER's functions do, whose names or arguments give the type of the elements T. Pivot: of which the pivots
// are.
#pragma once

#include "eigenvalues.h"
#include "factors.h"
#include "solver_call.h"

namespace cusolver
{
using namespace cpu_device_factors;

// Memory on the device that the call may use, as the documentation calls it. Nothing is kept there.
struct workspace {
    const char *name;
    void *address;
};

template <class T, class Pivot> cusolverStatus_t getrf(solver_call<T> &&c, long long m, long long n, T *a,
                                                       long long lda, workspace work, Pivot *pivots, int *info)
{
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    constexpr int wrong_m = -1, wrong_n = -2, wrong_lda = -4; // as LAPACK counts the arguments; the status is success
    if (m < 0 || n < 0 || lda < std::max(1LL, m))
        return c.go([=] { *info = m < 0 ? wrong_m : n < 0 ? wrong_n : wrong_lda; });
    c.uses_matrix("A", a, m, n, lda, use::updates);
    c.uses_array(work.name, work.address, sizeof(T), std::max(1LL, n), use::writes);
    if (pivots != nullptr)
        c.uses_array("devIpiv", pivots, sizeof *pivots, std::min(m, n), use::writes);
    return c.go([=] { *info = factor_lu(of(a, lda), m, n, pivots); });
}

template <class T, class Pivot> cusolverStatus_t getrs(solver_call<T> &&c, cublasOperation_t op, long long n,
                                                       long long count, const T *a, long long lda, const Pivot *pivots,
                                                       T *b, long long ldb, int *info)
{
    c.sizes(n, count, lda);
    c.sizes(n, count, ldb);
    c.expect(op >= CUBLAS_OP_N && op <= CUBLAS_OP_C, "The operation is none of CUBLAS_OP_N, CUBLAS_OP_T and "
                                                     "CUBLAS_OP_C.");
    c.uses_matrix("A", a, n, n, lda, use::reads);
    c.uses_matrix("B", b, n, count, ldb, use::updates);
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    if (pivots != nullptr)
        c.uses_array("devIpiv", pivots, sizeof *pivots, n, use::reads);
    const cpu_device_library_call at = c.call;
    return c.go([=] {
        *info = 0;
        if (!are_rows(pivots, n)) {
            cpu_device_library_fails(
                &at, cpu_device_library_translates("devIpiv names rows that the matrix does not have."));
            return;
        }
        for (long long column = 0; column < count; ++column)
            solve_lu<number_of<T>>(of(a, lda), n, op != CUBLAS_OP_N, op == CUBLAS_OP_C, pivots, &of(b, ldb)(0, column));
    });
}

template <class T> cusolverStatus_t potrf(solver_call<T> &&c, cublasFillMode_t uplo, long long n, T *a, long long lda,
                                          workspace work, int *info)
{
    c.sizes(n, n, lda);
    c.triangle(uplo);
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    c.uses_matrix("A", a, n, n, lda, use::updates, upper ? cpu_device_upper : cpu_device_lower);
    c.uses_array(work.name, work.address, sizeof(T), std::max(1LL, n), use::writes);
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    return c.go([=] { *info = factor_cholesky(of(a, lda), n, upper); });
}

template <class T> cusolverStatus_t potrs(solver_call<T> &&c, cublasFillMode_t uplo, long long n, long long count,
                                          const T *a, long long lda, T *b, long long ldb, int *info)
{
    c.sizes(n, count, lda);
    c.sizes(n, count, ldb);
    c.triangle(uplo);
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    c.uses_matrix("A", a, n, n, lda, use::reads, upper ? cpu_device_upper : cpu_device_lower);
    c.uses_matrix("B", b, n, count, ldb, use::updates);
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    return c.go([=] {
        using N = number_of<T>;
        *info = 0;
        const columns<const N> factor = of(a, lda);
        for (long long column = 0; column < count; ++column) {
            N *x = &of(b, ldb)(0, column);
            solve_lower(n, x, false, [=](long long i, long long k) { return lower<N>(factor, upper, i, k); });
            solve_upper(n, x, false,
                        [=](long long i, long long k) { return conjugate(lower<N>(factor, upper, k, i)); });
        }
    });
}

// Eigenvalues of a symmetric matrix, ascending, and where `mode` asks for them the eigenvectors, which replace A.
template <class T> cusolverStatus_t syevd(solver_call<T> &&c, cusolverEigMode_t mode, cublasFillMode_t uplo,
                                          long long n, T *a, long long lda, T *values, workspace work, int *info)
{
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER, vectors = mode == CUSOLVER_EIG_MODE_VECTOR;
    c.sizes(n, n, lda);
    c.triangle(uplo);
    c.expect(vectors || mode == CUSOLVER_EIG_MODE_NOVECTOR,
             "jobz is neither CUSOLVER_EIG_MODE_NOVECTOR nor CUSOLVER_EIG_MODE_VECTOR.");
    c.uses_matrix("A", a, n, n, lda, use::reads, upper ? cpu_device_upper : cpu_device_lower);
    c.uses_matrix("A", a, n, n, lda, use::writes,
                  vectors ? cpu_device_full
                  : upper ? cpu_device_upper
                          : cpu_device_lower);
    c.uses_array("W", values, sizeof(T), n, use::writes);
    c.uses_array(work.name, work.address, sizeof(T), std::max(1LL, n), use::writes);
    c.uses_array("info", info, sizeof *info, 1, use::writes);
    return c.go([=] { *info = eigenvalues(columns<T>{a, lda}, n, upper, vectors, values); });
}
} // namespace cusolver
