// SPDX-License-Identifier: MIT
// cuBLAS over a CBLAS of the host's. A function checks its arguments, passes the memory that it uses to the device, and
// puts the call of CBLAS into the stream of its handle.
#include "../../include/cublas_v2.h"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <set>

#include "../library_call.h"
#include "cblas.h"

using namespace cpu_device_library;

struct cublasContext {
    cudaStream_t stream = nullptr;
    cublasPointerMode_t pointers = CUBLAS_POINTER_MODE_HOST;
    cublasAtomicsMode_t atomics = CUBLAS_ATOMICS_NOT_ALLOWED;
    cublasMath_t math = CUBLAS_DEFAULT_MATH;
};

namespace
{
std::mutex handles_mutex;
std::set<cublasHandle_t> &handles = *new std::set<cublasHandle_t>;

bool is_handle(cublasHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    return handles.count(handle) != 0;
}

cublasStatus_t status_of(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CUBLAS_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUBLAS_STATUS_ALLOC_FAILED;
    case cudaErrorInitializationError: return CUBLAS_STATUS_NOT_INITIALIZED;
    default: return CUBLAS_STATUS_EXECUTION_FAILED;
    }
}

// --- functions for each type of elements ---

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

int uplo_of(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? cblas_upper : cblas_lower;
}
cpu_device_operand_shape shape_of(cublasFillMode_t uplo)
{
    return uplo == CUBLAS_FILL_MODE_UPPER ? cpu_device_upper : cpu_device_lower;
}
int op_of(cublasOperation_t op)
{
    return op == CUBLAS_OP_N ? cblas_no_transpose : op == CUBLAS_OP_T ? cblas_transpose : cblas_conjugate;
}
int diag_of(cublasDiagType_t diag)
{
    return diag == CUBLAS_DIAG_UNIT ? cblas_unit : cblas_non_unit;
}
int side_of(cublasSideMode_t side)
{
    return side == CUBLAS_SIDE_LEFT ? cblas_left : cblas_right;
}

// --- a call ---

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

// --- level 1 ---

// The results for no elements: the sum of no numbers, and no index.
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
