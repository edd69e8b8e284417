// SPDX-License-Identifier: MIT
// cuBLAS's LU factorizations of many small matrices, their inverses, and the solutions by them. The pointers to the
// matrices lie on the device, so the matrices are known when the work begins.
#include "../cusolver/factors.h"
#include "blas_call.h"

using namespace cublas;

namespace
{
void sizes(blas_call &call, int n, const char *ld_name, int ld, const char *of, int batch)
{
    call.at_least_0("n", n);
    call.leading(ld_name, ld, of, n);
    call.at_least_0("batchSize", batch);
}

void uses_pivots(blas_call &call, const int *pivots, int n, int batch, use how)
{
    if (pivots != nullptr) // else rows are not exchanged
        call.uses(vector("PivotArray", pivots, sizeof *pivots, (long long)n * batch, 1, how));
}

const int *pivots_of(const int *all, int n, int i)
{
    return all == nullptr ? nullptr : all + (ptrdiff_t)i * n;
}

bool are_rows(const cpu_device_library_call &at, const int *pivots, int n)
{
    const bool fine = cpu_device_factors::are_rows(pivots, n);
    if (!fine)
        cpu_device_library_fails(&at,
                                 cpu_device_library_translates("PivotArray names rows that the matrix does not have."));
    return fine;
}

template <class T>
cublasStatus_t getrf_batched(blas_call &&call, int n, T *const a[], int lda, int *pivots, int *info, int batch)
{
    sizes(call, n, "lda", lda, "A", batch);
    if (n == 0 || batch == 0 || !call.fine())
        return call.done();
    call.uses(vector("Aarray", a, sizeof *a, batch, 1, use::reads));
    call.uses(vector("infoArray", info, sizeof *info, batch, 1, use::writes));
    uses_pivots(call, pivots, n, batch, use::writes);
    const cpu_device_library_call at = call.call;
    return call.go([=] {
        for (int i = 0; i < batch; ++i) {
            const cpu_device_operand used = matrix("A", a[i], sizeof(T), n, n, lda, use::updates);
            if (!cpu_device_library_finds(&at, &used))
                return;
            info[i] = cpu_device_factors::factor_lu(cpu_device_factors::of(a[i], lda), n, n,
                                                    const_cast<int *>(pivots_of(pivots, n, i)));
            cpu_device_library_has_written(&at, &used);
        }
    });
}

// Column after column of the inverse. The result is 0, or which number on the diagonal is the first that is 0.
template <class N>
int invert(cpu_device_factors::columns<const N> factors, int n, const int *pivots, cpu_device_factors::columns<N> to)
{
    for (int i = 0; i < n; ++i)
        if (factors(i, i) == N(0))
            return i + 1;
    for (int column = 0; column < n; ++column) {
        for (int row = 0; row < n; ++row)
            to(row, column) = N(row == column ? 1 : 0);
        cpu_device_factors::solve_lu<N>(factors, n, false, false, pivots, &to(0, column));
    }
    return 0;
}

template <class T> cublasStatus_t getri_batched(blas_call &&call, int n, const T *const a[], int lda, const int *pivots,
                                                T *const c[], int ldc, int *info, int batch)
{
    sizes(call, n, "lda", lda, "A", batch);
    sizes(call, n, "ldc", ldc, "C", batch);
    if (n == 0 || batch == 0 || !call.fine())
        return call.done();
    call.uses(vector("Aarray", a, sizeof *a, batch, 1, use::reads));
    call.uses(vector("Carray", c, sizeof *c, batch, 1, use::reads));
    call.uses(vector("infoArray", info, sizeof *info, batch, 1, use::writes));
    uses_pivots(call, pivots, n, batch, use::reads);
    const cpu_device_library_call at = call.call;
    return call.go([=] {
        for (int i = 0; i < batch; ++i) {
            const int *rows = pivots_of(pivots, n, i);
            const cpu_device_operand from = matrix("A", a[i], sizeof(T), n, n, lda, use::reads);
            const cpu_device_operand to = matrix("C", c[i], sizeof(T), n, n, ldc, use::writes);
            if (!are_rows(at, rows, n) || !cpu_device_library_finds(&at, &from) || !cpu_device_library_finds(&at, &to))
                return;
            info[i] = invert(cpu_device_factors::of(a[i], lda), n, rows, cpu_device_factors::of(c[i], ldc));
            if (info[i] == 0)
                cpu_device_library_has_written(&at, &to);
        }
    });
}

// `info` is the host's.
template <class T> cublasStatus_t getrs_batched(blas_call &&call, cublasOperation_t op, int n, int count,
                                                const T *const a[], int lda, const int *pivots, T *const b[], int ldb,
                                                int *info, int batch)
{
    call.operation("trans", op);
    sizes(call, n, "lda", lda, "A", batch);
    sizes(call, n, "ldb", ldb, "B", batch);
    call.at_least_0("nrhs", count);
    call.expect(info != nullptr, "info is a null pointer.");
    if (call.fine())
        *info = 0;
    if (n == 0 || count == 0 || batch == 0 || !call.fine())
        return call.done();
    call.uses(vector("Aarray", a, sizeof *a, batch, 1, use::reads));
    call.uses(vector("Barray", b, sizeof *b, batch, 1, use::reads));
    uses_pivots(call, pivots, n, batch, use::reads);
    const cpu_device_library_call at = call.call;
    return call.go([=] {
        using N = cpu_device_factors::number_of<T>;
        for (int i = 0; i < batch; ++i) {
            const int *rows = pivots_of(pivots, n, i);
            const cpu_device_operand from = matrix("A", a[i], sizeof(T), n, n, lda, use::reads);
            const cpu_device_operand to = matrix("B", b[i], sizeof(T), n, count, ldb, use::updates);
            if (!are_rows(at, rows, n) || !cpu_device_library_finds(&at, &from) || !cpu_device_library_finds(&at, &to))
                return;
            for (int column = 0; column < count; ++column)
                cpu_device_factors::solve_lu<N>(cpu_device_factors::of(a[i], lda), n, op != CUBLAS_OP_N,
                                                op == CUBLAS_OP_C, rows, &cpu_device_factors::of(b[i], ldb)(0, column));
            cpu_device_library_has_written(&at, &to);
        }
    });
}
} // namespace

#define CALL(name) blas_call(handle, LIBRARY_CALL("cublas" name))
#define BATCHED_FACTORS(P, T)                                                                                          \
    cublasStatus_t cublas##P##getrfBatched(cublasHandle_t handle, int n, T *const a[], int lda, int *pivots,           \
                                           int *info, int batch)                                                       \
    {                                                                                                                  \
        return getrf_batched<T>(CALL(#P "getrfBatched"), n, a, lda, pivots, info, batch);                              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##getriBatched(cublasHandle_t handle, int n, const T *const a[], int lda,                  \
                                           const int *pivots, T *const c[], int ldc, int *info, int batch)             \
    {                                                                                                                  \
        return getri_batched<T>(CALL(#P "getriBatched"), n, a, lda, pivots, c, ldc, info, batch);                      \
    }                                                                                                                  \
    cublasStatus_t cublas##P##getrsBatched(cublasHandle_t handle, cublasOperation_t op, int n, int count,              \
                                           const T *const a[], int lda, const int *pivots, T *const b[], int ldb,      \
                                           int *info, int batch)                                                       \
    {                                                                                                                  \
        return getrs_batched<T>(CALL(#P "getrsBatched"), op, n, count, a, lda, pivots, b, ldb, info, batch);           \
    }
BATCHED_FACTORS(S, float)
BATCHED_FACTORS(D, double)
BATCHED_FACTORS(C, cuComplex)
BATCHED_FACTORS(Z, cuDoubleComplex)
#undef CALL
