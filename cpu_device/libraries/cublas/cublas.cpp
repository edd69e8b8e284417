// SPDX-License-Identifier: MIT
// cuBLAS over a CBLAS of the host's. A function checks its arguments, passes the memory that it uses to the device, and
// puts the call of CBLAS into the stream of its handle.
#include <mutex>
#include <set>

#include "level1.h"

using namespace cublas;

namespace
{
std::mutex handles_mutex;
std::set<cublasHandle_t> &handles = *new std::set<cublasHandle_t>;
} // namespace

bool cublas::is_handle(cublasHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    return handles.count(handle) != 0;
}

namespace
{
// --- level 2 ---

// The sums of products, too, are added in a tree.
template <class T> void multiply(cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda, const T *x,
                                 int incx, const T *beta, T *y, int incy)
{
    const bool plain = op == CUBLAS_OP_N;
    const int results = plain ? m : n, terms = plain ? n : m, half = terms / 2, rest = terms - half;
    if (terms <= added_by_blas) {
        blas<T>::gemv(cblas_columns, op_of(op), m, n, number(alpha), a, lda, x, incx, number(beta), y, incy);
        return;
    }
    std::vector<T> second((size_t)results);
    const T zero = {};
    multiply(op, plain ? m : half, plain ? half : n, alpha, a, lda, part_of(x, terms, incx, 0, half), incx, beta, y,
             incy);
    multiply(op, plain ? m : rest, plain ? rest : n, alpha, a + (plain ? (ptrdiff_t)half * lda : half), lda,
             part_of(x, terms, incx, half, rest), incx, &zero, second.data(), 1);
    for (int i = 0; i < results; ++i) {
        T *const to = part_of(y, results, incy, i, 1);
        *to = plus(*to, second[(size_t)i]);
    }
}

template <class T> cublasStatus_t gemv(blas_call &&b, cublasOperation_t op, int m, int n, const T *alpha, const T *a,
                                       int lda, const T *x, int incx, const T *beta, T *y, int incy)
{
    b.operation("trans", op);
    b.at_least_0("m", m);
    b.at_least_0("n", n);
    b.leading("lda", lda, "A", m);
    b.not_0("incx", incx);
    b.not_0("incy", incy);
    const T *times_a = b.scalar("alpha", alpha), *times_y = b.scalar("beta", beta);
    if (m == 0 || n == 0 || !b.fine())
        return b.done();
    const bool plain = op == CUBLAS_OP_N;
    b.uses_times(matrix("A", a, sizeof(T), m, n, lda, use::reads), times_a);
    b.uses_times(vector("x", x, sizeof(T), plain ? n : m, incx, use::reads), times_a);
    b.updates(vector("y", y, sizeof(T), plain ? m : n, incy, use::updates), times_y);
    return b.go([=] { multiply(op, m, n, times_a, a, lda, x, incx, times_y, y, incy); });
}

template <class T, class Function> cublasStatus_t ger(blas_call &&b, int m, int n, const T *alpha, const T *x, int incx,
                                                      const T *y, int incy, T *a, int lda, Function function)
{
    b.at_least_0("m", m);
    b.at_least_0("n", n);
    b.not_0("incx", incx);
    b.not_0("incy", incy);
    b.leading("lda", lda, "A", m);
    const T *factor = b.scalar("alpha", alpha);
    if (m == 0 || n == 0 || !b.fine())
        return b.done();
    b.uses_times(vector("x", x, sizeof(T), m, incx, use::reads), factor);
    b.uses_times(vector("y", y, sizeof(T), n, incy, use::reads), factor);
    b.uses_times(matrix("A", a, sizeof(T), m, n, lda, use::updates), factor);
    return b.go([=] { function(cblas_columns, m, n, number(factor), x, incx, y, incy, a, lda); });
}

template <class T, class Function> cublasStatus_t symv(blas_call &&b, cublasFillMode_t uplo, int n, const T *alpha,
                                                       const T *a, int lda, const T *x, int incx, const T *beta, T *y,
                                                       int incy, Function function)
{
    b.triangle(uplo);
    b.at_least_0("n", n);
    b.leading("lda", lda, "A", n);
    b.not_0("incx", incx);
    b.not_0("incy", incy);
    const T *times_a = b.scalar("alpha", alpha), *times_y = b.scalar("beta", beta);
    if (n == 0 || !b.fine())
        return b.done();
    b.uses_times(matrix("A", a, sizeof(T), n, n, lda, use::reads, shape_of(uplo)), times_a);
    b.uses_times(vector("x", x, sizeof(T), n, incx, use::reads), times_a);
    b.updates(vector("y", y, sizeof(T), n, incy, use::updates), times_y);
    return b.go(
        [=] { function(cblas_columns, uplo_of(uplo), n, number(times_a), a, lda, x, incx, number(times_y), y, incy); });
}

// A: the elements' type, or the real one that belongs to it.
template <class T, class A, class Function> cublasStatus_t
syr(blas_call &&b, cublasFillMode_t uplo, int n, const A *alpha, const T *x, int incx, T *a, int lda, Function function)
{
    b.triangle(uplo);
    b.at_least_0("n", n);
    b.not_0("incx", incx);
    b.leading("lda", lda, "A", n);
    const A *factor = b.scalar("alpha", alpha);
    if (n == 0 || !b.fine())
        return b.done();
    b.uses_times(vector("x", x, sizeof(T), n, incx, use::reads), factor);
    b.uses_times(matrix("A", a, sizeof(T), n, n, lda, use::updates, shape_of(uplo)), factor);
    return b.go([=] { function(cblas_columns, uplo_of(uplo), n, number(factor), x, incx, a, lda); });
}

template <class T, class Function> cublasStatus_t syr2(blas_call &&b, cublasFillMode_t uplo, int n, const T *alpha,
                                                       const T *x, int incx, const T *y, int incy, T *a, int lda,
                                                       Function function)
{
    b.triangle(uplo);
    b.at_least_0("n", n);
    b.not_0("incx", incx);
    b.not_0("incy", incy);
    b.leading("lda", lda, "A", n);
    const T *factor = b.scalar("alpha", alpha);
    if (n == 0 || !b.fine())
        return b.done();
    b.uses_times(vector("x", x, sizeof(T), n, incx, use::reads), factor);
    b.uses_times(vector("y", y, sizeof(T), n, incy, use::reads), factor);
    b.uses_times(matrix("A", a, sizeof(T), n, n, lda, use::updates, shape_of(uplo)), factor);
    return b.go([=] { function(cblas_columns, uplo_of(uplo), n, number(factor), x, incx, y, incy, a, lda); });
}

// A triangular matrix A, whose diagonal is not read where it is all ones.
template <class T>
cpu_device_operand triangle_of(const T *a, int n, int lda, cublasFillMode_t uplo, cublasDiagType_t diag)
{
    if (diag == CUBLAS_DIAG_NON_UNIT)
        return matrix("A", a, sizeof(T), n, n, lda, use::reads, shape_of(uplo));
    const T *beside = a == nullptr ? a : a + (uplo == CUBLAS_FILL_MODE_UPPER ? lda : 1);
    return matrix("A", beside, sizeof(T), n - 1, n - 1, lda, use::reads, shape_of(uplo));
}

// trmv and trsv.
template <class T, class Function> cublasStatus_t triangular(blas_call &&b, cublasFillMode_t uplo, cublasOperation_t op,
                                                             cublasDiagType_t diag, int n, const T *a, int lda, T *x,
                                                             int incx, Function function)
{
    b.triangle(uplo);
    b.operation("trans", op);
    b.diagonal(diag);
    b.at_least_0("n", n);
    b.leading("lda", lda, "A", n);
    b.not_0("incx", incx);
    if (n == 0 || !b.fine())
        return b.done();
    b.uses(triangle_of(a, n, lda, uplo, diag));
    b.uses(vector("x", x, sizeof(T), n, incx, use::updates));
    return b.go([=] { function(cblas_columns, uplo_of(uplo), op_of(op), diag_of(diag), n, a, lda, x, incx); });
}

// --- level 3 ---

// Rows and columns in float, those of a product of 16-bit numbers.
template <class T> std::vector<float> as_floats(const T *from, long long rows, long long columns, long long ld)
{
    std::vector<float> floats;
    floats.reserve((size_t)(rows * columns));
    for (long long column = 0; column < columns; ++column)
        for (long long row = 0; row < rows; ++row)
            floats.push_back((float)from[column * ld + row]);
    return floats;
}

template <class T> void multiply(cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const T *alpha,
                                 const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)
{
    const int half = k / 2;
    if (k <= added_by_blas) {
        blas<T>::gemm(cblas_columns, op_of(opa), op_of(opb), m, n, k, number(alpha), a, lda, b, ldb, number(beta), c,
                      ldc);
        return;
    }
    std::vector<T> second((size_t)m * (size_t)n);
    const T zero = {};
    multiply(opa, opb, m, n, half, alpha, a, lda, b, ldb, beta, c, ldc);
    multiply(opa, opb, m, n, k - half, alpha, a + (opa == CUBLAS_OP_N ? (ptrdiff_t)half * lda : half), lda,
             b + (opb == CUBLAS_OP_N ? half : (ptrdiff_t)half * ldb), ldb, &zero, second.data(), m);
    for (int column = 0; column < n; ++column)
        for (int row = 0; row < m; ++row) {
            T &to = c[(ptrdiff_t)column * ldc + row];
            to = plus(to, second[(size_t)column * (size_t)m + (size_t)row]);
        }
}

// The three matrices of a product, each at its place: A and B of In, C of Out, alpha and beta of Scale.
template <class In, class Out = In, class Scale = In> struct product {
    using in = In;
    using out = Out;

    cublasOperation_t opa, opb;
    int m, n, k;
    const Scale *alpha;
    int lda, ldb;
    const Scale *beta;
    int ldc;

    void check(blas_call &b)
    {
        b.operation("transa", opa);
        b.operation("transb", opb);
        b.at_least_0("m", m);
        b.at_least_0("n", n);
        b.at_least_0("k", k);
        b.leading("lda", lda, "A", rows_of_a());
        b.leading("ldb", ldb, "B", rows_of_b());
        b.leading("ldc", ldc, "C", m);
        alpha = b.scalar("alpha", alpha);
        beta = b.scalar("beta", beta);
    }
    int rows_of_a() const
    {
        return opa == CUBLAS_OP_N ? m : k;
    }
    int columns_of_a() const
    {
        return opa == CUBLAS_OP_N ? k : m;
    }
    int rows_of_b() const
    {
        return opb == CUBLAS_OP_N ? k : n;
    }
    int columns_of_b() const
    {
        return opb == CUBLAS_OP_N ? n : k;
    }
    cpu_device_operand of_a(const In *a) const
    {
        return matrix("A", a, sizeof(In), rows_of_a(), columns_of_a(), lda, use::reads);
    }
    cpu_device_operand of_b(const In *b) const
    {
        return matrix("B", b, sizeof(In), rows_of_b(), columns_of_b(), ldb, use::reads);
    }
    cpu_device_operand of_c(Out *c) const
    {
        return matrix("C", c, sizeof(Out), m, n, ldc, use::updates);
    }
    void uses(blas_call &call, const In *a, const In *b, Out *c) const
    {
        call.uses_times(of_a(a), alpha);
        call.uses_times(of_b(b), alpha);
        call.updates(of_c(c), beta);
    }
    void run(const In *a, const In *b, Out *c) const
    {
        if constexpr (is_narrow<In>)
            run_in_float(a, b, c);
        else
            multiply(opa, opb, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
    }
    // 16-bit numbers: the sums are of floats, and rounded once.
    void run_in_float(const In *a, const In *b, Out *c) const
    {
        const float times_sum = (float)*alpha, times_c = (float)*beta;
        std::vector<float> a_floats, b_floats, c_floats((size_t)m * (size_t)n);
        const int depth = times_sum == 0 ? 0 : k; // then A and B are not read
        if (depth > 0) {
            a_floats = as_floats(a, rows_of_a(), columns_of_a(), lda);
            b_floats = as_floats(b, rows_of_b(), columns_of_b(), ldb);
        }
        if (times_c != 0)
            c_floats = as_floats(c, m, n, ldc);
        multiply(opa, opb, m, n, depth, &times_sum, a_floats.data(), std::max(1, rows_of_a()), b_floats.data(),
                 std::max(1, rows_of_b()), &times_c, c_floats.data(), m);
        for (int column = 0; column < n; ++column)
            for (int row = 0; row < m; ++row)
                c[(ptrdiff_t)column * ldc + row] = (Out)c_floats[(size_t)column * (size_t)m + (size_t)row];
    }
};

template <class P>
cublasStatus_t gemm(blas_call &&call, P p, const typename P::in *a, const typename P::in *b, typename P::out *c)
{
    p.check(call);
    if (p.m == 0 || p.n == 0 || !call.fine())
        return call.done();
    p.uses(call, a, b, c);
    return call.go([=] { p.run(a, b, c); });
}

template <class P> cublasStatus_t gemm_strided(blas_call &&call, P p, const typename P::in *a, long long stride_a,
                                               const typename P::in *b, long long stride_b, typename P::out *c,
                                               long long stride_c, int batch)
{
    p.check(call);
    call.at_least_0("batchCount", batch);
    if (p.m == 0 || p.n == 0 || batch == 0 || !call.fine())
        return call.done();
    for (int i = 0; i < batch; ++i)
        p.uses(call, a + i * stride_a, b + i * stride_b, c + i * stride_c);
    return call.go([=] {
        for (int i = 0; i < batch; ++i)
            p.run(a + i * stride_a, b + i * stride_b, c + i * stride_c);
    });
}

// The pointers lie on the device, so the matrices are known when the work begins.
template <class P> cublasStatus_t gemm_batched(blas_call &&call, P p, const typename P::in *const a[],
                                               const typename P::in *const b[], typename P::out *const c[], int batch)
{
    p.check(call);
    call.at_least_0("batchCount", batch);
    if (p.m == 0 || p.n == 0 || batch == 0 || !call.fine())
        return call.done();
    call.uses(vector("Aarray", a, sizeof *a, batch, 1, use::reads));
    call.uses(vector("Barray", b, sizeof *b, batch, 1, use::reads));
    call.uses(vector("Carray", c, sizeof *c, batch, 1, use::reads));
    const cpu_device_library_call where = call.call;
    return call.go([=] {
        for (int i = 0; i < batch; ++i) {
            cpu_device_operand used[] = {p.of_a(a[i]), p.of_b(b[i]), p.of_c(c[i])};
            for (cpu_device_operand &o : used) {
                o.factor = o.writes ? p.beta : p.alpha;
                o.factor_size = sizeof *p.alpha;
                o.factor_part = sizeof(real_of<std::remove_cv_t<std::remove_pointer_t<decltype(p.alpha)>>>);
                if (o.width != 0 && o.count != 0 && !cpu_device_library_finds(&where, &o))
                    return;
            }
            p.run(a[i], b[i], c[i]);
            cpu_device_library_has_written(&where, &used[2]);
        }
    });
}

template <class T, class Function> cublasStatus_t symm(blas_call &&call, cublasSideMode_t side, cublasFillMode_t uplo,
                                                       int m, int n, const T *alpha, const T *a, int lda, const T *b,
                                                       int ldb, const T *beta, T *c, int ldc, Function function)
{
    call.side(side);
    call.triangle(uplo);
    call.at_least_0("m", m);
    call.at_least_0("n", n);
    const int order = side == CUBLAS_SIDE_LEFT ? m : n;
    call.leading("lda", lda, "A", order);
    call.leading("ldb", ldb, "B", m);
    call.leading("ldc", ldc, "C", m);
    const T *times_a = call.scalar("alpha", alpha), *times_c = call.scalar("beta", beta);
    if (m == 0 || n == 0 || !call.fine())
        return call.done();
    call.uses_times(matrix("A", a, sizeof(T), order, order, lda, use::reads, shape_of(uplo)), times_a);
    call.uses_times(matrix("B", b, sizeof(T), m, n, ldb, use::reads), times_a);
    call.updates(matrix("C", c, sizeof(T), m, n, ldc, use::updates), times_c);
    return call.go([=] {
        function(cblas_columns, side_of(side), uplo_of(uplo), m, n, number(times_a), a, lda, b, ldb, number(times_c), c,
                 ldc);
    });
}

// The products of rank k: op is no other than one of these two, or for real numbers any.
template <class T>
void check_rank(blas_call &call, cublasFillMode_t uplo, cublasOperation_t op, cublasOperation_t other)
{
    call.triangle(uplo);
    call.operation("trans", op);
    call.expect(
        !is_complex<T> || op == CUBLAS_OP_N || op == other, "trans is %s: this function takes CUBLAS_OP_N and %s.",
        op == CUBLAS_OP_T ? "CUBLAS_OP_T" : "CUBLAS_OP_C", other == CUBLAS_OP_T ? "CUBLAS_OP_T" : "CUBLAS_OP_C");
}

// A, B: the types of alpha and beta.
template <class T, class A, class Function>
cublasStatus_t syrk(blas_call &&call, cublasFillMode_t uplo, cublasOperation_t op, cublasOperation_t other, int n,
                    int k, const A *alpha, const T *a, int lda, const A *beta, T *c, int ldc, Function function)
{
    check_rank<T>(call, uplo, op, other);
    call.at_least_0("n", n);
    call.at_least_0("k", k);
    const bool plain = op == CUBLAS_OP_N;
    call.leading("lda", lda, "A", plain ? n : k);
    call.leading("ldc", ldc, "C", n);
    const A *times_a = call.scalar("alpha", alpha), *times_c = call.scalar("beta", beta);
    if (n == 0 || !call.fine())
        return call.done();
    call.uses_times(matrix("A", a, sizeof(T), plain ? n : k, plain ? k : n, lda, use::reads), times_a);
    call.updates(matrix("C", c, sizeof(T), n, n, ldc, use::updates, shape_of(uplo)), times_c);
    return call.go([=] {
        function(cblas_columns, uplo_of(uplo), op_of(op), n, k, number(times_a), a, lda, number(times_c), c, ldc);
    });
}

template <class T, class B, class Function>
cublasStatus_t syr2k(blas_call &&call, cublasFillMode_t uplo, cublasOperation_t op, cublasOperation_t other, int n,
                     int k, const T *alpha, const T *a, int lda, const T *b, int ldb, const B *beta, T *c, int ldc,
                     Function function)
{
    check_rank<T>(call, uplo, op, other);
    call.at_least_0("n", n);
    call.at_least_0("k", k);
    const bool plain = op == CUBLAS_OP_N;
    call.leading("lda", lda, "A", plain ? n : k);
    call.leading("ldb", ldb, "B", plain ? n : k);
    call.leading("ldc", ldc, "C", n);
    const T *times_a = call.scalar("alpha", alpha);
    const B *times_c = call.scalar("beta", beta);
    if (n == 0 || !call.fine())
        return call.done();
    call.uses_times(matrix("A", a, sizeof(T), plain ? n : k, plain ? k : n, lda, use::reads), times_a);
    call.uses_times(matrix("B", b, sizeof(T), plain ? n : k, plain ? k : n, ldb, use::reads), times_a);
    call.updates(matrix("C", c, sizeof(T), n, n, ldc, use::updates, shape_of(uplo)), times_c);
    return call.go([=] {
        function(cblas_columns, uplo_of(uplo), op_of(op), n, k, number(times_a), a, lda, b, ldb, number(times_c), c,
                 ldc);
    });
}

template <class T> void check_triangular(blas_call &call, cublasSideMode_t side, cublasFillMode_t uplo,
                                         cublasOperation_t op, cublasDiagType_t diag, int m, int n, int lda, int ldb)
{
    call.side(side);
    call.triangle(uplo);
    call.operation("trans", op);
    call.diagonal(diag);
    call.at_least_0("m", m);
    call.at_least_0("n", n);
    call.leading("lda", lda, "A", side == CUBLAS_SIDE_LEFT ? m : n);
    call.leading("ldb", ldb, "B", m);
}

// Into C, which may be B.
template <class T> cublasStatus_t trmm(blas_call &&call, cublasSideMode_t side, cublasFillMode_t uplo,
                                       cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                                       const T *a, int lda, const T *b, int ldb, T *c, int ldc)
{
    check_triangular<T>(call, side, uplo, op, diag, m, n, lda, ldb);
    call.leading("ldc", ldc, "C", m);
    call.expect(b != c || ldb == ldc, "C is B, but ldc is %d and ldb %d.", ldc, ldb);
    const T *factor = call.scalar("alpha", alpha);
    if (m == 0 || n == 0 || !call.fine())
        return call.done();
    call.uses_times(triangle_of(a, side == CUBLAS_SIDE_LEFT ? m : n, lda, uplo, diag), factor);
    call.uses_times(matrix("B", b, sizeof(T), m, n, ldb, use::reads), factor);
    call.uses(matrix("C", c, sizeof(T), m, n, ldc, use::writes));
    return call.go([=] {
        if (b != c)
            for (int j = 0; j < n; ++j)
                memcpy(c + (size_t)j * (size_t)ldc, b + (size_t)j * (size_t)ldb, sizeof(T) * (size_t)m);
        blas<T>::trmm(cblas_columns, side_of(side), uplo_of(uplo), op_of(op), diag_of(diag), m, n, number(factor), a,
                      lda, c, ldc);
    });
}

template <class T> cublasStatus_t trsm(blas_call &&call, cublasSideMode_t side, cublasFillMode_t uplo,
                                       cublasOperation_t op, cublasDiagType_t diag, int m, int n, const T *alpha,
                                       const T *a, int lda, T *b, int ldb)
{
    check_triangular<T>(call, side, uplo, op, diag, m, n, lda, ldb);
    const T *factor = call.scalar("alpha", alpha);
    if (m == 0 || n == 0 || !call.fine())
        return call.done();
    call.uses_times(triangle_of(a, side == CUBLAS_SIDE_LEFT ? m : n, lda, uplo, diag), factor);
    call.updates(matrix("B", b, sizeof(T), m, n, ldb, use::updates), factor);
    return call.go([=] {
        blas<T>::trsm(cblas_columns, side_of(side), uplo_of(uplo), op_of(op), diag_of(diag), m, n, number(factor), a,
                      lda, b, ldb);
    });
}

template <class T> T element_at(const T *a, int ld, cublasOperation_t op, int row, int column)
{
    if (op == CUBLAS_OP_N)
        return a[(size_t)column * (size_t)ld + (size_t)row];
    const T x = a[(size_t)row * (size_t)ld + (size_t)column];
    return op == CUBLAS_OP_C ? conjugate(x) : x;
}

template <class T> cublasStatus_t geam(blas_call &&call, cublasOperation_t opa, cublasOperation_t opb, int m, int n,
                                       const T *alpha, const T *a, int lda, const T *beta, const T *b, int ldb, T *c,
                                       int ldc)
{
    call.operation("transa", opa);
    call.operation("transb", opb);
    call.at_least_0("m", m);
    call.at_least_0("n", n);
    const bool plain_a = opa == CUBLAS_OP_N, plain_b = opb == CUBLAS_OP_N;
    call.leading("lda", lda, "A", plain_a ? m : n);
    call.leading("ldb", ldb, "B", plain_b ? m : n);
    call.leading("ldc", ldc, "C", m);
    call.expect(a != c || (plain_a && lda == ldc), "C is A: then transa must be CUBLAS_OP_N, and ldc be lda.");
    call.expect(b != c || (plain_b && ldb == ldc), "C is B: then transb must be CUBLAS_OP_N, and ldc be ldb.");
    const T *times_a = call.scalar("alpha", alpha), *times_b = call.scalar("beta", beta);
    if (m == 0 || n == 0 || !call.fine())
        return call.done();
    if (!(call.on_host() && is_zero(*times_a)))
        call.uses_times(matrix("A", a, sizeof(T), plain_a ? m : n, plain_a ? n : m, lda, use::reads), times_a);
    if (!(call.on_host() && is_zero(*times_b)))
        call.uses_times(matrix("B", b, sizeof(T), plain_b ? m : n, plain_b ? n : m, ldb, use::reads), times_b);
    call.uses(matrix("C", c, sizeof(T), m, n, ldc, use::writes));
    return call.go([=] {
        const bool with_a = !is_zero(*times_a), with_b = !is_zero(*times_b);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i) {
                T sum = T();
                if (with_a)
                    sum = times(*times_a, element_at(a, lda, opa, i, j));
                if (with_b)
                    sum = plus(sum, times(*times_b, element_at(b, ldb, opb, i, j)));
                c[(size_t)j * (size_t)ldc + (size_t)i] = sum;
            }
    });
}

template <class T> cublasStatus_t dgmm(blas_call &&call, cublasSideMode_t side, int m, int n, const T *a, int lda,
                                       const T *x, int incx, T *c, int ldc)
{
    call.side(side);
    call.at_least_0("m", m);
    call.at_least_0("n", n);
    call.leading("lda", lda, "A", m);
    call.leading("ldc", ldc, "C", m);
    if (m == 0 || n == 0 || !call.fine())
        return call.done();
    const int length = side == CUBLAS_SIDE_LEFT ? m : n;
    call.uses(matrix("A", a, sizeof(T), m, n, lda, use::reads));
    call.uses(vector("x", x, sizeof(T), length, incx, use::reads));
    call.uses(matrix("C", c, sizeof(T), m, n, ldc, use::writes));
    return call.go([=] {
        const T *first = first_of(x, length, incx);
        for (int j = 0; j < n; ++j)
            for (int i = 0; i < m; ++i)
                c[(size_t)j * (size_t)ldc + (size_t)i] =
                    times(a[(size_t)j * (size_t)lda + (size_t)i],
                          first[(ptrdiff_t)(side == CUBLAS_SIDE_LEFT ? i : j) * incx]);
    });
}

// --- by the types that a call names ---

// Calls `function` with a product of the types that are named, where there is one.
template <class Function> cublasStatus_t with_types(blas_call &&call, cudaDataType a, cudaDataType b, cudaDataType c,
                                                    cublasComputeType_t compute, Function function)
{
    const bool in_half = compute == CUBLAS_COMPUTE_16F || compute == CUBLAS_COMPUTE_16F_PEDANTIC;
    const bool in_float_alone = compute == CUBLAS_COMPUTE_32F || compute == CUBLAS_COMPUTE_32F_PEDANTIC;
    const bool in_float = in_float_alone || compute == CUBLAS_COMPUTE_32F_FAST_TF32 ||
                          compute == CUBLAS_COMPUTE_32F_FAST_16F || compute == CUBLAS_COMPUTE_32F_FAST_16BF;
    const bool in_double = compute == CUBLAS_COMPUTE_64F || compute == CUBLAS_COMPUTE_64F_PEDANTIC;
    if (a == b && b == c) {
        if (a == CUDA_R_32F && in_float)
            return function(std::move(call), product<float>());
        if (a == CUDA_R_64F && in_double)
            return function(std::move(call), product<double>());
        if (a == CUDA_C_32F && in_float)
            return function(std::move(call), product<cuComplex>());
        if (a == CUDA_C_64F && in_double)
            return function(std::move(call), product<cuDoubleComplex>());
        if (a == CUDA_R_16F && in_half)
            return function(std::move(call), product<__half>());
        if (a == CUDA_R_16F && in_float)
            return function(std::move(call), product<__half, __half, float>());
        if (a == CUDA_R_16BF && in_float)
            return function(std::move(call), product<__nv_bfloat16, __nv_bfloat16, float>());
    } else if (a == b && c == CUDA_R_32F && in_float) {
        if (a == CUDA_R_16F)
            return function(std::move(call), product<__half, float, float>());
        if (a == CUDA_R_16BF)
            return function(std::move(call), product<__nv_bfloat16, float, float>());
    }
    call.not_supported("The CPU device multiplies half, bfloat16, float, double and complex numbers, A and B of one "
                       "type, C of the same or of halves in float, and computes in float or in C's type: no integers.");
    return call.done();
}

// A product before its types are known.
struct product_of_any {
    cublasOperation_t opa, opb;
    int m, n, k;
    const void *alpha;
    int lda, ldb;
    const void *beta;
    int ldc;

    template <class P> void to(P &p) const
    {
        p = {opa, opb, m, n, k, static_cast<decltype(p.alpha)>(alpha), lda, ldb, static_cast<decltype(p.beta)>(beta),
             ldc};
    }
};

cublasStatus_t gemm_ex(blas_call &&call, const product_of_any &any, const void *a, cudaDataType a_type, const void *b,
                       cudaDataType b_type, void *c, cudaDataType c_type, cublasComputeType_t compute)
{
    return with_types(std::move(call), a_type, b_type, c_type, compute, [=](blas_call &&typed, auto p) {
        using P = decltype(p);
        any.to(p);
        return gemm(std::move(typed), p, static_cast<const typename P::in *>(a), static_cast<const typename P::in *>(b),
                    static_cast<typename P::out *>(c));
    });
}

cublasStatus_t gemm_strided_ex(blas_call &&call, const product_of_any &any, const void *a, cudaDataType a_type,
                               long long stride_a, const void *b, cudaDataType b_type, long long stride_b, void *c,
                               cudaDataType c_type, long long stride_c, int batch, cublasComputeType_t compute)
{
    return with_types(std::move(call), a_type, b_type, c_type, compute, [=](blas_call &&typed, auto p) {
        using P = decltype(p);
        any.to(p);
        return gemm_strided(std::move(typed), p, static_cast<const typename P::in *>(a), stride_a,
                            static_cast<const typename P::in *>(b), stride_b, static_cast<typename P::out *>(c),
                            stride_c, batch);
    });
}

cublasStatus_t gemm_batched_ex(blas_call &&call, const product_of_any &any, const void *const a[], cudaDataType a_type,
                               const void *const b[], cudaDataType b_type, void *const c[], cudaDataType c_type,
                               int batch, cublasComputeType_t compute)
{
    return with_types(std::move(call), a_type, b_type, c_type, compute, [=](blas_call &&typed, auto p) {
        using P = decltype(p);
        any.to(p);
        return gemm_batched(std::move(typed), p, reinterpret_cast<const typename P::in *const *>(a),
                            reinterpret_cast<const typename P::in *const *>(b),
                            reinterpret_cast<typename P::out *const *>(c), batch);
    });
}

// The compute type that a type of elements implied, before there was a separate argument for it.
cublasComputeType_t compute_type(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F:
    case CUDA_C_32F: return CUBLAS_COMPUTE_32F;
    case CUDA_R_64F:
    case CUDA_C_64F: return CUBLAS_COMPUTE_64F;
    case CUDA_R_16F: return CUBLAS_COMPUTE_16F;
    case CUDA_R_32I: return CUBLAS_COMPUTE_32I;
    default: return (cublasComputeType_t)0; // a type that with_types() does not have
    }
}
cublasComputeType_t compute_type(cublasComputeType_t type)
{
    return type;
}

// --- between host and device ---

cublasStatus_t move(const cpu_device_library_call &call, int rows, int columns, int element, const void *from,
                    int from_ld, void *to, int to_ld, cudaMemcpyKind kind, cudaStream_t stream, bool wait,
                    bool is_vector)
{
    if (cudaError_t error = cpu_device_library_begins(&call))
        return status_of(error);
    const bool right = rows >= 0 && columns >= 0 && element > 0 && from_ld > 0 && to_ld > 0;
    if (!right) {
        library_call::refuse(is_vector ? "%d elements of %d bytes, %d and %d apart."
                                       : "%d rows, elements of %d bytes, leading dimensions %d and %d.",
                             is_vector ? columns : rows, element, from_ld, to_ld);
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    if (rows == 0 || columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (!is_vector && (from_ld < rows || to_ld < rows)) {
        library_call::refuse("The leading dimensions are %d and %d, and there are %d rows.", from_ld, to_ld, rows);
        return CUBLAS_STATUS_MAPPING_ERROR;
    }
    const size_t size = (size_t)element;
    size_t width = size * (size_t)rows, height = (size_t)columns;
    if (from_ld == rows && to_ld == rows) { // in one piece
        width *= height;
        height = 1;
    }
    const size_t from_pitch = std::max(width, size * (size_t)from_ld), to_pitch = std::max(width, size * (size_t)to_ld);
    const cudaError_t error =
        cpu_device_library_copy(&call, to, to_pitch, from, from_pitch, width, height, kind, stream, wait);
    return error == cudaErrorInvalidValue ? CUBLAS_STATUS_MAPPING_ERROR : status_of(error);
}
} // namespace

// --- handles ---

#define ENTER(handle, name)                                                                                            \
    blas_call b(handle, LIBRARY_CALL(name));                                                                           \
    if (!b.fine())                                                                                                     \
    return b.done()

cublasStatus_t cublasCreate(cublasHandle_t *handle)
{
    const library_call call(LIBRARY_CALL("cublasCreate"));
    if (cudaError_t error = call.begins())
        return error == cudaErrorNotPermitted ? CUBLAS_STATUS_EXECUTION_FAILED : CUBLAS_STATUS_NOT_INITIALIZED;
    if (handle == nullptr) {
        library_call::refuse("A null pointer where the address of a handle should be, as &handle.");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    std::lock_guard<std::mutex> lock(handles_mutex);
    *handle = *handles.insert(new cublasContext).first;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasDestroy(cublasHandle_t handle)
{
    ENTER(handle, "cublasDestroy");
    cudaDeviceSynchronize(); // as on a GPU
    std::lock_guard<std::mutex> lock(handles_mutex);
    handles.erase(handle);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasGetVersion(cublasHandle_t handle, int *version)
{
    ENTER(handle, "cublasGetVersion");
    b.expect(version != nullptr, "version is a null pointer.");
    if (b.fine())
        *version = CUBLAS_VERSION;
    return b.done();
}

cublasStatus_t cublasGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    const int versions[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    *value = versions[type];
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasGetCudartVersion(void)
{
    int version = 0;
    cudaRuntimeGetVersion(&version);
    return (size_t)version;
}

cublasStatus_t cublasSetWorkspace(cublasHandle_t handle, void *, size_t)
{
    ENTER(handle, "cublasSetWorkspace"); // none is needed
    return b.done();
}

cublasStatus_t cublasSetStream(cublasHandle_t handle, cudaStream_t stream)
{
    ENTER(handle, "cublasSetStream");
    handle->stream = stream;
    return b.done();
}

cublasStatus_t cublasGetStream(cublasHandle_t handle, cudaStream_t *stream)
{
    ENTER(handle, "cublasGetStream");
    b.expect(stream != nullptr, "streamId is a null pointer.");
    if (b.fine())
        *stream = handle->stream;
    return b.done();
}

#define SETTING(Name, type, member, valid)                                                                             \
    cublasStatus_t cublasSet##Name(cublasHandle_t handle, type mode)                                                   \
    {                                                                                                                  \
        ENTER(handle, "cublasSet" #Name);                                                                              \
        b.expect(valid, "There is no %s %d.", #type, (int)mode);                                                       \
        if (b.fine())                                                                                                  \
            handle->member = mode;                                                                                     \
        return b.done();                                                                                               \
    }                                                                                                                  \
    cublasStatus_t cublasGet##Name(cublasHandle_t handle, type *mode)                                                  \
    {                                                                                                                  \
        ENTER(handle, "cublasGet" #Name);                                                                              \
        b.expect(mode != nullptr, "mode is a null pointer.");                                                          \
        if (b.fine())                                                                                                  \
            *mode = handle->member;                                                                                    \
        return b.done();                                                                                               \
    }
SETTING(PointerMode, cublasPointerMode_t, pointers,
        mode == CUBLAS_POINTER_MODE_HOST || mode == CUBLAS_POINTER_MODE_DEVICE)
SETTING(AtomicsMode, cublasAtomicsMode_t, atomics, mode == CUBLAS_ATOMICS_NOT_ALLOWED || mode == CUBLAS_ATOMICS_ALLOWED)
SETTING(MathMode, cublasMath_t, math, (mode & 15) <= CUBLAS_TF32_TENSOR_OP_MATH)

#define STATUSES(DO)                                                                                                   \
    DO(CUBLAS_STATUS_SUCCESS, "success")                                                                               \
    DO(CUBLAS_STATUS_NOT_INITIALIZED, "the library was not initialized")                                               \
    DO(CUBLAS_STATUS_ALLOC_FAILED, "the resource allocation failed")                                                   \
    DO(CUBLAS_STATUS_INVALID_VALUE, "an unsupported value or parameter was passed to the function")                    \
    DO(CUBLAS_STATUS_ARCH_MISMATCH, "the function requires an architectural feature absent from the device")           \
    DO(CUBLAS_STATUS_MAPPING_ERROR, "an access to GPU memory space failed")                                            \
    DO(CUBLAS_STATUS_EXECUTION_FAILED, "the function failed to launch on the GPU")                                     \
    DO(CUBLAS_STATUS_INTERNAL_ERROR, "an internal operation failed")                                                   \
    DO(CUBLAS_STATUS_NOT_SUPPORTED, "the requested functionality is not supported")                                    \
    DO(CUBLAS_STATUS_LICENSE_ERROR, "the license check failed")

const char *cublasGetStatusName(cublasStatus_t status)
{
    switch (status) {
#define NAME(name, text)                                                                                               \
    case name: return #name;
        STATUSES(NAME)
    }
    return "unrecognized status";
}

const char *cublasGetStatusString(cublasStatus_t status)
{
    switch (status) {
#define TEXT(name, text)                                                                                               \
    case name: return text;
        STATUSES(TEXT)
    }
    return "unrecognized status";
}

// --- between host and device ---

cublasStatus_t cublasSetVector(int n, int element, const void *x, int incx, void *device, int incy)
{
    return move(LIBRARY_CALL("cublasSetVector"), 1, n, element, x, incx, device, incy, cudaMemcpyHostToDevice, nullptr,
                true, true);
}

cublasStatus_t cublasGetVector(int n, int element, const void *device, int incx, void *y, int incy)
{
    return move(LIBRARY_CALL("cublasGetVector"), 1, n, element, device, incx, y, incy, cudaMemcpyDeviceToHost, nullptr,
                true, true);
}

cublasStatus_t cublasSetMatrix(int rows, int columns, int element, const void *a, int lda, void *device, int ldb)
{
    return move(LIBRARY_CALL("cublasSetMatrix"), rows, columns, element, a, lda, device, ldb, cudaMemcpyHostToDevice,
                nullptr, true, false);
}

cublasStatus_t cublasGetMatrix(int rows, int columns, int element, const void *device, int lda, void *b, int ldb)
{
    return move(LIBRARY_CALL("cublasGetMatrix"), rows, columns, element, device, lda, b, ldb, cudaMemcpyDeviceToHost,
                nullptr, true, false);
}

cublasStatus_t cublasSetVectorAsync(int n, int element, const void *x, int incx, void *device, int incy,
                                    cudaStream_t stream)
{
    return move(LIBRARY_CALL("cublasSetVectorAsync"), 1, n, element, x, incx, device, incy, cudaMemcpyHostToDevice,
                stream, false, true);
}

cublasStatus_t cublasGetVectorAsync(int n, int element, const void *device, int incx, void *y, int incy,
                                    cudaStream_t stream)
{
    return move(LIBRARY_CALL("cublasGetVectorAsync"), 1, n, element, device, incx, y, incy, cudaMemcpyDeviceToHost,
                stream, false, true);
}

cublasStatus_t cublasSetMatrixAsync(int rows, int columns, int element, const void *a, int lda, void *device, int ldb,
                                    cudaStream_t stream)
{
    return move(LIBRARY_CALL("cublasSetMatrixAsync"), rows, columns, element, a, lda, device, ldb,
                cudaMemcpyHostToDevice, stream, false, false);
}

cublasStatus_t cublasGetMatrixAsync(int rows, int columns, int element, const void *device, int lda, void *b, int ldb,
                                    cudaStream_t stream)
{
    return move(LIBRARY_CALL("cublasGetMatrixAsync"), rows, columns, element, device, lda, b, ldb,
                cudaMemcpyDeviceToHost, stream, false, false);
}

// --- the functions of each type ---

#define CALL(name) blas_call(handle, LIBRARY_CALL("cublas" name))
#define HANDLE cublasHandle_t handle

// p: CBLAS's letter for the type; P: cuBLAS's.
#define OF_ALL(P, p, T, R)                                                                                             \
    cublasStatus_t cublasI##p##amax(HANDLE, int n, const T *x, int incx, int *result)                                  \
    {                                                                                                                  \
        return extreme<T>(CALL("I" #p "amax"), n, x, incx, result, true);                                              \
    }                                                                                                                  \
    cublasStatus_t cublasI##p##amin(HANDLE, int n, const T *x, int incx, int *result)                                  \
    {                                                                                                                  \
        return extreme<T>(CALL("I" #p "amin"), n, x, incx, result, false);                                             \
    }                                                                                                                  \
    cublasStatus_t cublas##P##axpy(HANDLE, int n, const T *alpha, const T *x, int incx, T *y, int incy)                \
    {                                                                                                                  \
        return axpy<T>(CALL(#P "axpy"), n, alpha, x, incx, y, incy);                                                   \
    }                                                                                                                  \
    cublasStatus_t cublas##P##copy(HANDLE, int n, const T *x, int incx, T *y, int incy)                                \
    {                                                                                                                  \
        return copy<T>(CALL(#P "copy"), n, x, incx, y, incy);                                                          \
    }                                                                                                                  \
    cublasStatus_t cublas##P##swap(HANDLE, int n, T *x, int incx, T *y, int incy)                                      \
    {                                                                                                                  \
        return swap<T>(CALL(#P "swap"), n, x, incx, y, incy);                                                          \
    }                                                                                                                  \
    cublasStatus_t cublas##P##scal(HANDLE, int n, const T *alpha, T *x, int incx)                                      \
    {                                                                                                                  \
        return scal<T>(CALL(#P "scal"), n, alpha, x, incx, cblas_##p##scal);                                           \
    }                                                                                                                  \
    cublasStatus_t cublas##P##rot(HANDLE, int n, T *x, int incx, T *y, int incy, const R *c, const T *s)               \
    {                                                                                                                  \
        return rot<T>(CALL(#P "rot"), n, x, incx, y, incy, c, s);                                                      \
    }                                                                                                                  \
    cublasStatus_t cublas##P##gemv(HANDLE, cublasOperation_t op, int m, int n, const T *alpha, const T *a, int lda,    \
                                   const T *x, int incx, const T *beta, T *y, int incy)                                \
    {                                                                                                                  \
        return gemv<T>(CALL(#P "gemv"), op, m, n, alpha, a, lda, x, incx, beta, y, incy);                              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##trmv(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n,  \
                                   const T *a, int lda, T *x, int incx)                                                \
    {                                                                                                                  \
        return triangular<T>(CALL(#P "trmv"), uplo, op, diag, n, a, lda, x, incx, cblas_##p##trmv);                    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##trsv(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, cublasDiagType_t diag, int n,  \
                                   const T *a, int lda, T *x, int incx)                                                \
    {                                                                                                                  \
        return triangular<T>(CALL(#P "trsv"), uplo, op, diag, n, a, lda, x, incx, cblas_##p##trsv);                    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##symm(HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, \
                                   const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)             \
    {                                                                                                                  \
        return symm<T>(CALL(#P "symm"), side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc, cblas_##p##symm);       \
    }                                                                                                                  \
    cublasStatus_t cublas##P##syrk(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const T *alpha,  \
                                   const T *a, int lda, const T *beta, T *c, int ldc)                                  \
    {                                                                                                                  \
        return syrk<T>(CALL(#P "syrk"), uplo, op, CUBLAS_OP_T, n, k, alpha, a, lda, beta, c, ldc, cblas_##p##syrk);    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##syr2k(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const T *alpha, \
                                    const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)            \
    {                                                                                                                  \
        return syr2k<T>(CALL(#P "syr2k"), uplo, op, CUBLAS_OP_T, n, k, alpha, a, lda, b, ldb, beta, c, ldc,            \
                        cblas_##p##syr2k);                                                                             \
    }                                                                                                                  \
    cublasStatus_t cublas##P##trmm(HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op,         \
                                   cublasDiagType_t diag, int m, int n, const T *alpha, const T *a, int lda,           \
                                   const T *b, int ldb, T *c, int ldc)                                                 \
    {                                                                                                                  \
        return trmm<T>(CALL(#P "trmm"), side, uplo, op, diag, m, n, alpha, a, lda, b, ldb, c, ldc);                    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##trsm(HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, cublasOperation_t op,         \
                                   cublasDiagType_t diag, int m, int n, const T *alpha, const T *a, int lda, T *b,     \
                                   int ldb)                                                                            \
    {                                                                                                                  \
        return trsm<T>(CALL(#P "trsm"), side, uplo, op, diag, m, n, alpha, a, lda, b, ldb);                            \
    }                                                                                                                  \
    cublasStatus_t cublas##P##geam(HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, const T *alpha, \
                                   const T *a, int lda, const T *beta, const T *b, int ldb, T *c, int ldc)             \
    {                                                                                                                  \
        return geam<T>(CALL(#P "geam"), opa, opb, m, n, alpha, a, lda, beta, b, ldb, c, ldc);                          \
    }                                                                                                                  \
    cublasStatus_t cublas##P##dgmm(HANDLE, cublasSideMode_t side, int m, int n, const T *a, int lda, const T *x,       \
                                   int incx, T *c, int ldc)                                                            \
    {                                                                                                                  \
        return dgmm<T>(CALL(#P "dgmm"), side, m, n, a, lda, x, incx, c, ldc);                                          \
    }
OF_ALL(S, s, float, float)
OF_ALL(D, d, double, double)
OF_ALL(C, c, cuComplex, float)
OF_ALL(Z, z, cuDoubleComplex, double)

#define OF_PRODUCTS(P, T)                                                                                              \
    cublasStatus_t cublas##P##gemm(HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,          \
                                   const T *alpha, const T *a, int lda, const T *b, int ldb, const T *beta, T *c,      \
                                   int ldc)                                                                            \
    {                                                                                                                  \
        const product<T> p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                          \
        return gemm(CALL(#P "gemm"), p, a, b, c);                                                                      \
    }                                                                                                                  \
    cublasStatus_t cublas##P##gemmStridedBatched(HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n,   \
                                                 int k, const T *alpha, const T *a, int lda, long long stride_a,       \
                                                 const T *b, int ldb, long long stride_b, const T *beta, T *c,         \
                                                 int ldc, long long stride_c, int batch)                               \
    {                                                                                                                  \
        const product<T> p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                          \
        return gemm_strided(CALL(#P "gemmStridedBatched"), p, a, stride_a, b, stride_b, c, stride_c, batch);           \
    }                                                                                                                  \
    cublasStatus_t cublas##P##gemmBatched(HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,   \
                                          const T *alpha, const T *const a[], int lda, const T *const b[], int ldb,    \
                                          const T *beta, T *const c[], int ldc, int batch)                             \
    {                                                                                                                  \
        const product<T> p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                          \
        return gemm_batched(CALL(#P "gemmBatched"), p, a, b, c, batch);                                                \
    }
OF_PRODUCTS(S, float)
OF_PRODUCTS(D, double)
OF_PRODUCTS(C, cuComplex)
OF_PRODUCTS(Z, cuDoubleComplex)
OF_PRODUCTS(H, __half)

#define OF_REAL(P, p, T)                                                                                               \
    cublasStatus_t cublas##P##dot(HANDLE, int n, const T *x, int incx, const T *y, int incy, T *result)                \
    {                                                                                                                  \
        return dot<T>(CALL(#P "dot"), n, x, incx, y, incy, result,                                                     \
                      [](int count, const T *f, int incf, const T *g, int incg, T *to) {                               \
                          *to = cblas_##p##dot(count, f, incf, g, incg);                                               \
                      });                                                                                              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##nrm2(HANDLE, int n, const T *x, int incx, T *result)                                     \
    {                                                                                                                  \
        return reduction<T>(CALL(#P "nrm2"), n, x, incx, result, cblas_##p##nrm2, hypotenuse<T>);                      \
    }                                                                                                                  \
    cublasStatus_t cublas##P##asum(HANDLE, int n, const T *x, int incx, T *result)                                     \
    {                                                                                                                  \
        return reduction<T>(CALL(#P "asum"), n, x, incx, result, cblas_##p##asum, plus<T>);                            \
    }                                                                                                                  \
    cublasStatus_t cublas##P##rotg(HANDLE, T *a, T *b, T *c, T *s)                                                     \
    {                                                                                                                  \
        return rotg<T>(CALL(#P "rotg"), a, b, c, s, cblas_##p##rotg);                                                  \
    }                                                                                                                  \
    cublasStatus_t cublas##P##rotm(HANDLE, int n, T *x, int incx, T *y, int incy, const T *parameters)                 \
    {                                                                                                                  \
        return rotm<T>(CALL(#P "rotm"), n, x, incx, y, incy, parameters, cblas_##p##rotm);                             \
    }                                                                                                                  \
    cublasStatus_t cublas##P##rotmg(HANDLE, T *d1, T *d2, T *x1, const T *y1, T *parameters)                           \
    {                                                                                                                  \
        return rotmg<T>(CALL(#P "rotmg"), d1, d2, x1, y1, parameters, cblas_##p##rotmg);                               \
    }                                                                                                                  \
    cublasStatus_t cublas##P##ger(HANDLE, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy,    \
                                  T *a, int lda)                                                                       \
    {                                                                                                                  \
        return ger<T>(CALL(#P "ger"), m, n, alpha, x, incx, y, incy, a, lda, cblas_##p##ger);                          \
    }                                                                                                                  \
    cublasStatus_t cublas##P##symv(HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *a, int lda,          \
                                   const T *x, int incx, const T *beta, T *y, int incy)                                \
    {                                                                                                                  \
        return symv<T>(CALL(#P "symv"), uplo, n, alpha, a, lda, x, incx, beta, y, incy, cblas_##p##symv);              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##syr(HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x, int incx, T *a,    \
                                  int lda)                                                                             \
    {                                                                                                                  \
        return syr<T>(CALL(#P "syr"), uplo, n, alpha, x, incx, a, lda, cblas_##p##syr);                                \
    }                                                                                                                  \
    cublasStatus_t cublas##P##syr2(HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x, int incx,         \
                                   const T *y, int incy, T *a, int lda)                                                \
    {                                                                                                                  \
        return syr2<T>(CALL(#P "syr2"), uplo, n, alpha, x, incx, y, incy, a, lda, cblas_##p##syr2);                    \
    }
OF_REAL(S, s, float)
OF_REAL(D, d, double)

#define OF_COMPLEX(P, p, RP, rp, PR, pr, T, R)                                                                         \
    cublasStatus_t cublas##P##dotu(HANDLE, int n, const T *x, int incx, const T *y, int incy, T *result)               \
    {                                                                                                                  \
        return dot<T>(CALL(#P "dotu"), n, x, incx, y, incy, result, cblas_##p##dotu_sub);                              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##dotc(HANDLE, int n, const T *x, int incx, const T *y, int incy, T *result)               \
    {                                                                                                                  \
        return dot<T>(CALL(#P "dotc"), n, x, incx, y, incy, result, cblas_##p##dotc_sub);                              \
    }                                                                                                                  \
    cublasStatus_t cublas##RP##nrm2(HANDLE, int n, const T *x, int incx, R *result)                                    \
    {                                                                                                                  \
        return reduction<T>(CALL(#RP "nrm2"), n, x, incx, result, cblas_##rp##nrm2, hypotenuse<R>);                    \
    }                                                                                                                  \
    cublasStatus_t cublas##RP##asum(HANDLE, int n, const T *x, int incx, R *result)                                    \
    {                                                                                                                  \
        return reduction<T>(CALL(#RP "asum"), n, x, incx, result, cblas_##rp##asum, plus<R>);                          \
    }                                                                                                                  \
    cublasStatus_t cublas##PR##scal(HANDLE, int n, const R *alpha, T *x, int incx)                                     \
    {                                                                                                                  \
        return scal<T>(CALL(#PR "scal"), n, alpha, x, incx, cblas_##pr##scal);                                         \
    }                                                                                                                  \
    cublasStatus_t cublas##PR##rot(HANDLE, int n, T *x, int incx, T *y, int incy, const R *c, const R *s)              \
    {                                                                                                                  \
        return rot<T>(CALL(#PR "rot"), n, x, incx, y, incy, c, s);                                                     \
    }                                                                                                                  \
    cublasStatus_t cublas##P##geru(HANDLE, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy,   \
                                   T *a, int lda)                                                                      \
    {                                                                                                                  \
        return ger<T>(CALL(#P "geru"), m, n, alpha, x, incx, y, incy, a, lda, cblas_##p##geru);                        \
    }                                                                                                                  \
    cublasStatus_t cublas##P##gerc(HANDLE, int m, int n, const T *alpha, const T *x, int incx, const T *y, int incy,   \
                                   T *a, int lda)                                                                      \
    {                                                                                                                  \
        return ger<T>(CALL(#P "gerc"), m, n, alpha, x, incx, y, incy, a, lda, cblas_##p##gerc);                        \
    }                                                                                                                  \
    cublasStatus_t cublas##P##hemv(HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *a, int lda,          \
                                   const T *x, int incx, const T *beta, T *y, int incy)                                \
    {                                                                                                                  \
        return symv<T>(CALL(#P "hemv"), uplo, n, alpha, a, lda, x, incx, beta, y, incy, cblas_##p##hemv);              \
    }                                                                                                                  \
    cublasStatus_t cublas##P##her(HANDLE, cublasFillMode_t uplo, int n, const R *alpha, const T *x, int incx, T *a,    \
                                  int lda)                                                                             \
    {                                                                                                                  \
        return syr<T>(CALL(#P "her"), uplo, n, alpha, x, incx, a, lda, cblas_##p##her);                                \
    }                                                                                                                  \
    cublasStatus_t cublas##P##her2(HANDLE, cublasFillMode_t uplo, int n, const T *alpha, const T *x, int incx,         \
                                   const T *y, int incy, T *a, int lda)                                                \
    {                                                                                                                  \
        return syr2<T>(CALL(#P "her2"), uplo, n, alpha, x, incx, y, incy, a, lda, cblas_##p##her2);                    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##hemm(HANDLE, cublasSideMode_t side, cublasFillMode_t uplo, int m, int n, const T *alpha, \
                                   const T *a, int lda, const T *b, int ldb, const T *beta, T *c, int ldc)             \
    {                                                                                                                  \
        return symm<T>(CALL(#P "hemm"), side, uplo, m, n, alpha, a, lda, b, ldb, beta, c, ldc, cblas_##p##hemm);       \
    }                                                                                                                  \
    cublasStatus_t cublas##P##herk(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const R *alpha,  \
                                   const T *a, int lda, const R *beta, T *c, int ldc)                                  \
    {                                                                                                                  \
        return syrk<T>(CALL(#P "herk"), uplo, op, CUBLAS_OP_C, n, k, alpha, a, lda, beta, c, ldc, cblas_##p##herk);    \
    }                                                                                                                  \
    cublasStatus_t cublas##P##her2k(HANDLE, cublasFillMode_t uplo, cublasOperation_t op, int n, int k, const T *alpha, \
                                    const T *a, int lda, const T *b, int ldb, const R *beta, T *c, int ldc)            \
    {                                                                                                                  \
        return syr2k<T>(CALL(#P "her2k"), uplo, op, CUBLAS_OP_C, n, k, alpha, a, lda, b, ldb, beta, c, ldc,            \
                        cblas_##p##her2k);                                                                             \
    }
OF_COMPLEX(C, c, Sc, sc, Cs, cs, cuComplex, float)
OF_COMPLEX(Z, z, Dz, dz, Zd, zd, cuDoubleComplex, double)

// Each twice: `Compute` is cublasComputeType_t, or the cudaDataType of old programs in C++.
#define OF_EX(Compute)                                                                                                 \
    cublasStatus_t cublasGemmEx(HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k,             \
                                const void *alpha, const void *a, cudaDataType a_type, int lda, const void *b,         \
                                cudaDataType b_type, int ldb, const void *beta, void *c, cudaDataType c_type, int ldc, \
                                Compute compute, cublasGemmAlgo_t)                                                     \
    {                                                                                                                  \
        const product_of_any p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                      \
        return gemm_ex(CALL("GemmEx"), p, a, a_type, b, b_type, c, c_type, compute_type(compute));                     \
    }                                                                                                                  \
    cublasStatus_t cublasGemmStridedBatchedEx(                                                                         \
        HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha, const void *a,   \
        cudaDataType a_type, int lda, long long stride_a, const void *b, cudaDataType b_type, int ldb,                 \
        long long stride_b, const void *beta, void *c, cudaDataType c_type, int ldc, long long stride_c, int batch,    \
        Compute compute, cublasGemmAlgo_t)                                                                             \
    {                                                                                                                  \
        const product_of_any p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                      \
        return gemm_strided_ex(CALL("GemmStridedBatchedEx"), p, a, a_type, stride_a, b, b_type, stride_b, c, c_type,   \
                               stride_c, batch, compute_type(compute));                                                \
    }                                                                                                                  \
    cublasStatus_t cublasGemmBatchedEx(                                                                                \
        HANDLE, cublasOperation_t opa, cublasOperation_t opb, int m, int n, int k, const void *alpha,                  \
        const void *const a[], cudaDataType a_type, int lda, const void *const b[], cudaDataType b_type, int ldb,      \
        const void *beta, void *const c[], cudaDataType c_type, int ldc, int batch, Compute compute, cublasGemmAlgo_t) \
    {                                                                                                                  \
        const product_of_any p = {opa, opb, m, n, k, alpha, lda, ldb, beta, ldc};                                      \
        return gemm_batched_ex(CALL("GemmBatchedEx"), p, a, a_type, b, b_type, c, c_type, batch,                       \
                               compute_type(compute));                                                                 \
    }
OF_EX(cublasComputeType_t)
OF_EX(cudaDataType)
#undef CALL
