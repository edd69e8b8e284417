// SPDX-License-Identifier: MIT
// cuSPARSE's products, and what it does with sparse vectors.
#include "sparse_call.h"

#include <complex>
#include <vector>

using namespace cusparse;

namespace
{
// y = beta y, or 0 where beta is 0, whatever y was.
template <class T> T scaled(T beta, T y)
{
    return beta == T(0) ? T(0) : beta * y;
}

// Long sums of floats are sums of doubles, rounded once: one float after another, they would lose digits that a GPU's
// tree of sums keeps.
template <class T> struct wide {
    using type = double;
};
template <class T> struct wide<std::complex<T>> {
    using type = std::complex<double>;
};
template <class T> using wide_of = typename wide<T>::type;

template <class T> bool multiply(const cpu_device_library_call &call, cusparseOperation_t op, const T &alpha,
                                 const cusparseSpMatDescr &a, const T *x, T *y)
{
    const T *values = static_cast<const T *>(a.values);
    const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    std::vector<wide_of<T>> sums((size_t)(transposed ? a.columns : a.rows));
    if (!for_each_element(call, a, [&](int64_t row, int64_t column, int64_t i) {
            sums[(size_t)(transposed ? column : row)] +=
                wide_of<T>(alpha * conjugate(values[i], op) * x[transposed ? row : column]);
        }))
        return false;
    for (size_t i = 0; i < sums.size(); ++i)
        y[i] = T(wide_of<T>(y[i]) + sums[i]);
    return true;
}

// The arguments that SpMV and its helpers share.
void check_spmv(sparse_call &c, cusparseOperation_t op, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                cusparseDnVecDescr_t y, cudaDataType compute)
{
    c.operation(op);
    c.there(a);
    c.there(x);
    c.there(y);
    if (!c.fine())
        return;
    const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE;
    c.expect(x->size == (transposed ? a->rows : a->columns) && y->size == (transposed ? a->columns : a->rows),
             "The sizes of op(A), x and y do not belong together.");
    c.types(compute, {a->type, x->type, y->type});
}

// The element of op(B).
template <class T> T element(const cusparseDnMatDescr &b, cusparseOperation_t op, int64_t row, int64_t column)
{
    const T *values = static_cast<const T *>(b.values);
    return op == CUSPARSE_OPERATION_NON_TRANSPOSE ? values[b.place(row, column)]
                                                  : conjugate(values[b.place(column, row)], op);
}

void check_spmm(sparse_call &call, cusparseOperation_t opa, cusparseOperation_t opb, cusparseConstSpMatDescr_t a,
                cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute)
{
    call.operation(opa);
    call.operation(opb);
    call.there(a);
    call.there(b);
    call.there(c);
    if (!call.fine())
        return;
    const bool ta = opa != CUSPARSE_OPERATION_NON_TRANSPOSE, tb = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    call.expect((ta ? a->columns : a->rows) == c->rows && (tb ? b->rows : b->columns) == c->columns &&
                    (ta ? a->rows : a->columns) == (tb ? b->columns : b->rows),
                "The sizes of op(A), op(B) and C do not belong together.");
    call.types(compute, {a->type, b->type, c->type});
}

// Calls work(i, index) for each element of a sparse vector; false: an index was wrong.
template <class Work> bool for_each_entry(const cpu_device_library_call &call, const cusparseSpVecDescr &x, Work work)
{
    for (int64_t i = 0; i < x.nnz; ++i) {
        const int64_t index = index_at(x.indices, x.index, i) - x.base;
        if (index < 0 || index >= x.size)
            return wrong_index(call,
                               "Element %lld of the sparse vector has the index %lld, and the vector has %lld "
                               "elements (the base is %lld).",
                               (long long)i, (long long)(index + x.base), (long long)x.size, (long long)x.base);
        work(i, index);
    }
    return true;
}

// The arguments of a call with a sparse and a dense vector, and the indices.
void takes_vectors(sparse_call &c, cusparseConstSpVecDescr_t x, cusparseConstDnVecDescr_t y)
{
    c.there(x);
    c.there(y);
    if (!c.fine())
        return;
    c.expect(x->size == y->size, "The vectors have different sizes.");
    c.types(x->type, {y->type});
    c.uses_array("the indices", x->indices, size_of(x->index), x->nnz, use::reads);
}
} // namespace

cusparseStatus_t cusparseSpMV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa, const void *alpha,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,
                                         cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spmv(c, opa, a, x, y, compute);
    c.expect(alpha != nullptr && beta != nullptr, "A factor is a null pointer.");
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseSpMV_preprocess(cusparseHandle_t handle, cusparseOperation_t opa, const void *,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *,
                                         cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spmv(c, opa, a, x, y, compute);
    if (c.fine()) {
        c.reads_indices(*a);
        c.uses_buffer(buffer);
    }
    return c.go([] {});
}

cusparseStatus_t cusparseSpMV(cusparseHandle_t handle, cusparseOperation_t opa, const void *alpha,
                              cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, const void *beta,
                              cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpMVAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spmv(c, opa, a, x, y, compute);
    if (!c.fine())
        return c.status();
    const size_t element = size_of(compute);
    alpha = c.scalar("alpha", alpha, element);
    beta = c.scalar("beta", beta, element);
    c.reads("the values of A", *a);
    c.uses_array("x", x->values, element, x->size, use::reads);
    c.updates(vector("y", y->values, element, y->size, 1, use::updates), beta, compute);
    c.uses_buffer(buffer);
    return c.go([call = c.call, opa, alpha, beta, a = *a, x = *x, y = *y] {
        with_type(a.type, [&](auto zero) {
            using T = decltype(zero);
            T *to = static_cast<T *>(y.values);
            for (int64_t i = 0; i < y.size; ++i)
                to[i] = scaled(*static_cast<const T *>(beta), to[i]);
            multiply(call, opa, *static_cast<const T *>(alpha), a, static_cast<const T *>(x.values), to);
        });
    });
}

cusparseStatus_t cusparseSpMM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                         const void *, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void *, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                                         size_t *size)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spmm(call, opa, opb, a, b, c, compute);
    return call.gives_buffer_size(size);
}

cusparseStatus_t cusparseSpMM_preprocess(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                         const void *, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         const void *, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                                         void *buffer)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spmm(call, opa, opb, a, b, c, compute);
    if (call.fine()) {
        call.reads_indices(*a);
        call.uses_buffer(buffer);
    }
    return call.go([] {});
}

cusparseStatus_t cusparseSpMM(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                              const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                              const void *beta, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpMMAlg_t,
                              void *buffer)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spmm(call, opa, opb, a, b, c, compute);
    if (!call.fine())
        return call.status();
    alpha = call.scalar("alpha", alpha, size_of(compute));
    beta = call.scalar("beta", beta, size_of(compute));
    call.reads("the values of A", *a);
    call.uses(call.dense("B", *b, use::reads));
    call.updates(call.dense("C", *c, use::updates), beta, compute);
    call.uses_buffer(buffer);
    return call.go([of = call.call, opa, opb, alpha, beta, a = *a, b = *b, c = *c] {
        with_type(a.type, [&](auto zero) {
            using T = decltype(zero);
            T *to = static_cast<T *>(c.values);
            const T *values = static_cast<const T *>(a.values), factor = *static_cast<const T *>(alpha);
            for (int64_t row = 0; row < c.rows; ++row)
                for (int64_t column = 0; column < c.columns; ++column)
                    to[c.place(row, column)] = scaled(*static_cast<const T *>(beta), to[c.place(row, column)]);
            for_each_element(of, a, [&](int64_t row, int64_t column, int64_t i) {
                if (opa != CUSPARSE_OPERATION_NON_TRANSPOSE)
                    std::swap(row, column);
                const T value = factor * conjugate(values[i], opa);
                for (int64_t k = 0; k < c.columns; ++k)
                    to[c.place(row, k)] += value * element<T>(b, opb, column, k);
            });
        });
    });
}

// --- sparse vectors ---

cusparseStatus_t cusparseAxpby(cusparseHandle_t handle, const void *alpha, cusparseConstSpVecDescr_t x,
                               const void *beta, cusparseDnVecDescr_t y)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    takes_vectors(c, x, y);
    if (!c.fine())
        return c.status();
    alpha = c.scalar("alpha", alpha, size_of(x->type));
    beta = c.scalar("beta", beta, size_of(x->type));
    c.uses_array("x", x->values, size_of(x->type), x->nnz, use::reads);
    c.updates(vector("y", y->values, size_of(y->type), y->size, 1, use::updates), beta, y->type);
    return c.go([call = c.call, alpha, beta, x = *x, y = *y] {
        with_type(x.type, [&](auto zero) {
            using T = decltype(zero);
            T *to = static_cast<T *>(y.values);
            for (int64_t i = 0; i < y.size; ++i)
                to[i] = scaled(*static_cast<const T *>(beta), to[i]);
            for_each_entry(call, x, [&](int64_t i, int64_t index) {
                to[index] += *static_cast<const T *>(alpha) * static_cast<const T *>(x.values)[i];
            });
        });
    });
}

cusparseStatus_t cusparseGather(cusparseHandle_t handle, cusparseConstDnVecDescr_t y, cusparseSpVecDescr_t x)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    takes_vectors(c, x, y);
    if (!c.fine())
        return c.status();
    c.uses_array("y", y->values, size_of(y->type), y->size, use::reads);
    c.uses_array("x", x->values, size_of(x->type), x->nnz, use::writes);
    return c.go([call = c.call, x = *x, y = *y] {
        with_type(x.type, [&](auto zero) {
            using T = decltype(zero);
            for_each_entry(call, x, [&](int64_t i, int64_t index) {
                static_cast<T *>(x.values)[i] = static_cast<const T *>(y.values)[index];
            });
        });
    });
}

// Only the elements at the indices are written; which those are is known when its turn has come.
cusparseStatus_t cusparseScatter(cusparseHandle_t handle, cusparseConstSpVecDescr_t x, cusparseDnVecDescr_t y)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    takes_vectors(c, x, y);
    if (!c.fine())
        return c.status();
    c.uses_array("x", x->values, size_of(x->type), x->nnz, use::reads);
    return c.go([call = c.call, x = *x, y = *y] {
        with_type(x.type, [&](auto zero) {
            using T = decltype(zero);
            T *to = static_cast<T *>(y.values);
            for_each_entry(call, x, [&](int64_t i, int64_t index) {
                const cpu_device_operand one = vector("y", to + index, sizeof(T), 1, 1, use::writes);
                if (!cpu_device_library_finds(&call, &one))
                    return;
                to[index] = static_cast<const T *>(x.values)[i];
                cpu_device_library_has_written(&call, &one);
            });
        });
    });
}

cusparseStatus_t cusparseSpVV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opx, cusparseConstSpVecDescr_t x,
                                         cusparseConstDnVecDescr_t y, const void *, cudaDataType, size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    c.operation(opx);
    c.there(x);
    c.there(y);
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseSpVV(cusparseHandle_t handle, cusparseOperation_t opx, cusparseConstSpVecDescr_t x,
                              cusparseConstDnVecDescr_t y, void *result, cudaDataType compute, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    c.operation(opx);
    takes_vectors(c, x, y);
    if (!c.fine())
        return c.status();
    c.types(compute, {x->type});
    c.uses_array("x", x->values, size_of(x->type), x->nnz, use::reads);
    c.uses_array("y", y->values, size_of(y->type), y->size, use::reads);
    c.uses_buffer(buffer);
    c.result("result", result, size_of(compute));
    return c.go([call = c.call, opx, x = *x, y = *y, result] {
        with_type(x.type, [&](auto zero) {
            using T = decltype(zero);
            wide_of<T> sum = {};
            for_each_entry(call, x, [&](int64_t i, int64_t index) {
                sum += wide_of<T>(conjugate(static_cast<const T *>(x.values)[i], opx) *
                                  static_cast<const T *>(y.values)[index]);
            });
            *static_cast<T *>(result) = T(sum);
        });
    });
}
