// SPDX-License-Identifier: MIT
// cuSOLVER's LU and Cholesky factorizations, column by column, with the pivots of LAPACK.
#include "../../include/cusolverDn.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <mutex>
#include <set>

#include "../library_call.h"

using namespace cpu_device_library;

struct cusolverDnContext {
    cudaStream_t stream = nullptr;
};

namespace
{
std::mutex handles_mutex;
std::set<cusolverDnHandle_t> &handles = *new std::set<cusolverDnHandle_t>;

bool is_handle(cusolverDnHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    return handles.count(handle) != 0;
}

cusolverStatus_t refuse(cusolverStatus_t status, const char *why)
{
    cpu_device_library_refuses(cpu_device_library_translates(why));
    return status;
}

cusolverStatus_t status_of(cudaError_t error)
{
    return error == cudaSuccess                    ? CUSOLVER_STATUS_SUCCESS
           : error == cudaErrorMemoryAllocation    ? CUSOLVER_STATUS_ALLOC_FAILED
           : error == cudaErrorInitializationError ? CUSOLVER_STATUS_NOT_INITIALIZED
                                                   : CUSOLVER_STATUS_EXECUTION_FAILED;
}

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
template <class T> auto size_of(T x) // as LAPACK compares pivots
{
    if constexpr (std::is_floating_point_v<T>)
        return std::abs(x);
    else
        return std::abs(x.real()) + std::abs(x.imag());
}

// A matrix of columns.
template <class T> struct columns {
    T *first;
    int ld;
    T &operator()(int row, int column) const
    {
        return first[(size_t)column * (size_t)ld + (size_t)row];
    }
};

// --- the work ---

template <class T> int factor_lu(columns<T> a, int m, int n, int *pivots)
{
    int info = 0;
    for (int k = 0; k < std::min(m, n); ++k) {
        int pivot = k;
        for (int row = k + 1; pivots != nullptr && row < m; ++row)
            if (size_of(a(row, k)) > size_of(a(pivot, k)))
                pivot = row;
        if (pivots != nullptr)
            pivots[k] = pivot + 1;
        for (int column = 0; pivot != k && column < n; ++column)
            std::swap(a(k, column), a(pivot, column));
        if (a(k, k) == T(0)) {
            info = info == 0 ? k + 1 : info;
            continue;
        }
        for (int row = k + 1; row < m; ++row)
            a(row, k) /= a(k, k);
        for (int column = k + 1; column < n; ++column)
            for (int row = k + 1; row < m; ++row)
                a(row, column) -= a(row, k) * a(k, column);
    }
    return info;
}

// One column of a triangular system, in place; `at` gives the triangle's elements.
template <class T, class At> void solve_lower(int n, T *x, bool unit, At at)
{
    for (int row = 0; row < n; ++row) {
        for (int column = 0; column < row; ++column)
            x[row] -= at(row, column) * x[column];
        x[row] = unit ? x[row] : x[row] / at(row, row);
    }
}
template <class T, class At> void solve_upper(int n, T *x, bool unit, At at)
{
    for (int row = n - 1; row >= 0; --row) {
        for (int column = row + 1; column < n; ++column)
            x[row] -= at(row, column) * x[column];
        x[row] = unit ? x[row] : x[row] / at(row, row);
    }
}

template <class T> void solve_lu(columns<const T> a, int n, cublasOperation_t op, const int *pivots, T *x)
{
    if (op == CUBLAS_OP_N) {
        for (int row = 0; pivots != nullptr && row < n; ++row)
            std::swap(x[row], x[pivots[row] - 1]);
        solve_lower(n, x, true, [=](int row, int column) { return a(row, column); });
        solve_upper(n, x, false, [=](int row, int column) { return a(row, column); });
        return;
    }
    auto transposed = [=](int row, int column) {
        return op == CUBLAS_OP_C ? conjugate(T(a(column, row))) : T(a(column, row));
    };
    solve_lower(n, x, false, transposed);
    solve_upper(n, x, true, transposed);
    for (int row = n - 1; pivots != nullptr && row >= 0; --row)
        std::swap(x[row], x[pivots[row] - 1]);
}

// The factor's element in the lower triangle, whichever is stored.
template <class T, class M> T lower(M a, bool upper, int row, int column)
{
    return upper ? conjugate(T(a(column, row))) : T(a(row, column));
}

template <class T> int factor_cholesky(columns<T> a, int n, bool upper)
{
    for (int k = 0; k < n; ++k) {
        auto diagonal = std::real(a(k, k));
        for (int i = 0; i < k; ++i)
            diagonal -= std::norm(lower<T>(a, upper, k, i));
        if (!(diagonal > 0))
            return k + 1;
        const auto root = std::sqrt(diagonal);
        a(k, k) = root;
        for (int row = k + 1; row < n; ++row) {
            T sum = lower<T>(a, upper, row, k);
            for (int i = 0; i < k; ++i)
                sum -= lower<T>(a, upper, row, i) * conjugate(lower<T>(a, upper, k, i));
            sum /= root;
            upper ? a(k, row) = conjugate(sum) : a(row, k) = sum;
        }
    }
    return 0;
}

// --- a call ---

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
            status_ = ::refuse(CUSOLVER_STATUS_NOT_INITIALIZED,
                               "The handle was not made by cusolverDnCreate(), or was destroyed.");
    }
    void expect(bool holds, const char *why)
    {
        if (!holds && status_ == CUSOLVER_STATUS_SUCCESS)
            status_ = ::refuse(CUSOLVER_STATUS_INVALID_VALUE, why);
    }
    void sizes(int rows, int columns, int ld)
    {
        expect(rows >= 0 && columns >= 0, "A size is below 0.");
        expect(ld >= std::max(1, rows), "The leading dimension is less than a column has elements: columns would "
                                        "overlap.");
    }
    void triangle(cublasFillMode_t uplo)
    {
        expect(uplo == CUBLAS_FILL_MODE_LOWER || uplo == CUBLAS_FILL_MODE_UPPER,
               "uplo is neither CUBLAS_FILL_MODE_LOWER nor CUBLAS_FILL_MODE_UPPER.");
    }
    void uses_matrix(const char *name, const T *a, int rows, int columns, int ld, use how,
                     cpu_device_operand_shape shape = cpu_device_full)
    {
        uses(matrix(name, a, sizeof(T), rows, columns, ld, how, shape));
    }
    void uses_array(const char *name, const void *address, size_t element, int count, use how)
    {
        uses(vector(name, address, element, count, 1, how));
    }
    template <class Work> cusolverStatus_t go(Work work)
    {
        return status_ != CUSOLVER_STATUS_SUCCESS ? status_ : status_of(queue(handle_->stream, false, work));
    }
    cusolverStatus_t gives_size(int *size, int n)
    {
        expect(size != nullptr, "A null pointer in place of the size.");
        if (status_ == CUSOLVER_STATUS_SUCCESS)
            *size = std::max(1, n);
        return status_;
    }

  private:
    cusolverDnHandle_t handle_;
    cusolverStatus_t status_ = CUSOLVER_STATUS_SUCCESS;
};

template <class T> columns<number_of<T>> of(T *a, int ld)
{
    return {reinterpret_cast<number_of<T> *>(a), ld};
}
template <class T> columns<const number_of<T>> of(const T *a, int ld)
{
    return {reinterpret_cast<const number_of<T> *>(a), ld};
}

template <class T>
cusolverStatus_t getrf(solver_call<T> &&c, int m, int n, T *a, int lda, T *work, int *pivots, int *info)
{
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    constexpr int wrong_m = -1, wrong_n = -2, wrong_lda = -4; // as LAPACK counts the arguments; the status is success
    if (m < 0 || n < 0 || lda < std::max(1, m))
        return c.go([=] { *info = m < 0 ? wrong_m : n < 0 ? wrong_n : wrong_lda; });
    c.uses_matrix("A", a, m, n, lda, use::updates);
    c.uses_array("Workspace", work, sizeof(T), std::max(1, n), use::writes);
    if (pivots != nullptr)
        c.uses_array("devIpiv", pivots, sizeof *pivots, std::min(m, n), use::writes);
    return c.go([=] { *info = factor_lu(of(a, lda), m, n, pivots); });
}

template <class T> cusolverStatus_t getrs(solver_call<T> &&c, cublasOperation_t op, int n, int count, const T *a,
                                          int lda, const int *pivots, T *b, int ldb, int *info)
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
        for (int i = 0; pivots != nullptr && i < n; ++i)
            if (pivots[i] < 1 || pivots[i] > n) {
                cpu_device_library_fails(
                    &at, cpu_device_library_translates("devIpiv names rows that the matrix does not have."));
                return;
            }
        for (int column = 0; column < count; ++column)
            solve_lu<number_of<T>>(of(a, lda), n, op, pivots, &of(b, ldb)(0, column));
    });
}

template <class T>
cusolverStatus_t potrf(solver_call<T> &&c, cublasFillMode_t uplo, int n, T *a, int lda, T *work, int size, int *info)
{
    c.sizes(n, n, lda);
    c.triangle(uplo);
    c.expect(size >= std::max(1, n), "Lwork is less than cusolverDn...potrf_bufferSize() gives.");
    const bool upper = uplo == CUBLAS_FILL_MODE_UPPER;
    c.uses_matrix("A", a, n, n, lda, use::updates, upper ? cpu_device_upper : cpu_device_lower);
    c.uses_array("Workspace", work, sizeof(T), std::max(1, n), use::writes);
    c.uses_array("devInfo", info, sizeof *info, 1, use::writes);
    return c.go([=] { *info = factor_cholesky(of(a, lda), n, upper); });
}

template <class T> cusolverStatus_t potrs(solver_call<T> &&c, cublasFillMode_t uplo, int n, int count, const T *a,
                                          int lda, T *b, int ldb, int *info)
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
        for (int column = 0; column < count; ++column) {
            N *x = &of(b, ldb)(0, column);
            solve_lower(n, x, false, [=](int i, int k) { return lower<N>(factor, upper, i, k); });
            solve_upper(n, x, false, [=](int i, int k) { return conjugate(lower<N>(factor, upper, k, i)); });
        }
    });
}
} // namespace

cusolverStatus_t cusolverGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type > PATCH_LEVEL)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *value = type == MAJOR_VERSION   ? CUSOLVER_VER_MAJOR
             : type == MINOR_VERSION ? CUSOLVER_VER_MINOR
                                     : CUSOLVER_VER_PATCH;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverGetVersion(int *version)
{
    if (version == nullptr)
        return CUSOLVER_STATUS_INVALID_VALUE;
    *version = CUSOLVER_VERSION;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnCreate(cusolverDnHandle_t *handle)
{
    const cpu_device_library_call call = LIBRARY_CALL(__func__);
    if (handle == nullptr)
        return refuse(CUSOLVER_STATUS_INVALID_VALUE, "A null pointer in place of the handle.");
    if (cpu_device_library_begins(&call) != cudaSuccess)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *handle = new cusolverDnContext;
    std::lock_guard<std::mutex> lock(handles_mutex);
    handles.insert(*handle);
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnDestroy(cusolverDnHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    if (handles.erase(handle) == 0)
        return refuse(CUSOLVER_STATUS_NOT_INITIALIZED, "The handle was not made by cusolverDnCreate(), or was "
                                                       "destroyed.");
    delete handle;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnSetStream(cusolverDnHandle_t handle, cudaStream_t stream)
{
    if (!is_handle(handle))
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    handle->stream = stream;
    return CUSOLVER_STATUS_SUCCESS;
}

cusolverStatus_t cusolverDnGetStream(cusolverDnHandle_t handle, cudaStream_t *stream)
{
    if (!is_handle(handle) || stream == nullptr)
        return CUSOLVER_STATUS_NOT_INITIALIZED;
    *stream = handle->stream;
    return CUSOLVER_STATUS_SUCCESS;
}

#define CALL(type) solver_call<type>(handle, LIBRARY_CALL(__func__))
#define SOLVER(letter, type)                                                                                           \
    cusolverStatus_t cusolverDn##letter##getrf_bufferSize(cusolverDnHandle_t handle, int, int n, type *, int,          \
                                                          int *size)                                                   \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        return c.gives_size(size, n);                                                                                  \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##getrf(cusolverDnHandle_t handle, int m, int n, type *a, int lda, type *work,  \
                                               int *pivots, int *info)                                                 \
    {                                                                                                                  \
        return getrf(CALL(type), m, n, a, lda, work, pivots, info);                                                    \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##getrs(cusolverDnHandle_t handle, cublasOperation_t op, int n, int count,      \
                                               const type *a, int lda, const int *pivots, type *b, int ldb, int *info) \
    {                                                                                                                  \
        return getrs(CALL(type), op, n, count, a, lda, pivots, b, ldb, info);                                          \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrf_bufferSize(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n,     \
                                                          type *, int lda, int *size)                                  \
    {                                                                                                                  \
        solver_call<type> c(handle, LIBRARY_CALL(__func__));                                                           \
        c.sizes(n, n, lda);                                                                                            \
        c.triangle(uplo);                                                                                              \
        return c.gives_size(size, n);                                                                                  \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrf(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, type *a,       \
                                               int lda, type *work, int size, int *info)                               \
    {                                                                                                                  \
        return potrf(CALL(type), uplo, n, a, lda, work, size, info);                                                   \
    }                                                                                                                  \
    cusolverStatus_t cusolverDn##letter##potrs(cusolverDnHandle_t handle, cublasFillMode_t uplo, int n, int count,     \
                                               const type *a, int lda, type *b, int ldb, int *info)                    \
    {                                                                                                                  \
        return potrs(CALL(type), uplo, n, count, a, lda, b, ldb, info);                                                \
    }
SOLVER(S, float)
SOLVER(D, double)
SOLVER(C, cuComplex)
SOLVER(Z, cuDoubleComplex)
