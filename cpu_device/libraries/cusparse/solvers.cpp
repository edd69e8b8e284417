// SPDX-License-Identifier: MIT
// cuSPARSE's triangular systems. The triangle is sorted by rows first, since op(A) may be a transpose.
#include <vector>

#include "sparse_call.h"

using namespace cusparse;

namespace
{
// The rows of op(A)'s triangle without the diagonal, and the diagonal.
template <class T> struct triangle {
    bool lower;
    std::vector<std::vector<std::pair<int64_t, T>>> rows; // columns and values
    std::vector<T> diagonal;
};

template <class T> bool read_triangle(const cpu_device_library_call &call, const cusparseSpMatDescr &a,
                                      cusparseOperation_t op, triangle<T> &t)
{
    const bool transposed = op != CUSPARSE_OPERATION_NON_TRANSPOSE, unit = a.diagonal == CUSPARSE_DIAG_TYPE_UNIT;
    t.lower = (a.fill == CUSPARSE_FILL_MODE_LOWER) != transposed;
    t.rows.resize((size_t)a.rows);
    t.diagonal.assign((size_t)a.rows, unit ? T(1) : T(0));
    const T *values = static_cast<const T *>(a.values);
    return for_each_element(call, a, [&](int64_t row, int64_t column, int64_t i) {
        if (transposed)
            std::swap(row, column);
        if (row == column && !unit)
            t.diagonal[(size_t)row] += conjugate(values[i], op);
        else if (t.lower ? column < row : column > row)
            t.rows[(size_t)row].push_back({column, conjugate(values[i], op)});
    });
}

// y[i] = (right(i) - the sum of a row's other elements) / diagonal; `y` names element i.
template <class T, class Right, class Y> void solve(const triangle<T> &t, Right right, Y y)
{
    const size_t n = t.rows.size();
    for (size_t k = 0; k < n; ++k) {
        const size_t row = t.lower ? k : n - 1 - k;
        T sum = right(row);
        for (const auto &[column, value] : t.rows[row])
            sum -= value * y((size_t)column);
        y(row) = sum / t.diagonal[row];
    }
}

void check_matrix(sparse_call &c, cusparseOperation_t op, cusparseConstSpMatDescr_t a)
{
    c.operation(op);
    c.there(a);
    if (c.fine())
        c.expect(a->rows == a->columns, "The matrix of a triangular system is square.");
}

void check_spsv(sparse_call &c, cusparseOperation_t op, cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVDescr_t solver)
{
    check_matrix(c, op, a);
    c.there(x);
    c.there(y);
    c.there(solver);
    if (!c.fine())
        return;
    c.expect(x->size == a->rows && y->size == a->rows, "The vectors have other sizes than the matrix.");
    c.types(compute, {a->type, x->type, y->type});
}

void check_spsm(sparse_call &call, cusparseOperation_t opa, cusparseOperation_t opb, cusparseConstSpMatDescr_t a,
                cusparseConstDnMatDescr_t b, cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMDescr_t solver)
{
    check_matrix(call, opa, a);
    call.operation(opb);
    call.there(b);
    call.there(c);
    call.there(solver);
    if (!call.fine())
        return;
    const bool tb = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
    call.expect(c->rows == a->rows && (tb ? b->columns : b->rows) == a->rows &&
                    (tb ? b->rows : b->columns) == c->columns,
                "The sizes of A, op(B) and C do not belong together.");
    call.types(compute, {a->type, b->type, c->type});
}

const char *const not_analyzed = "Its _analysis was not called before.";
} // namespace

// --- a vector ---

cusparseStatus_t cusparseSpSV_createDescr(cusparseSpSVDescr_t *solver)
{
    if (solver == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *solver = live<cusparseSpSVDescr>().add(new cusparseSpSVDescr);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSV_destroyDescr(cusparseSpSVDescr_t solver)
{
    return live<cusparseSpSVDescr>().destroy(solver) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t cusparseSpSV_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa, const void *,
                                         cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x,
                                         cusparseDnVecDescr_t y, cudaDataType compute, cusparseSpSVAlg_t,
                                         cusparseSpSVDescr_t solver, size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spsv(c, opa, a, x, y, compute, solver);
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseSpSV_analysis(cusparseHandle_t handle, cusparseOperation_t opa, const void *,
                                       cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                       cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t solver,
                                       void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spsv(c, opa, a, x, y, compute, solver);
    if (!c.fine())
        return c.status();
    c.reads("the values of A", *a);
    c.uses_buffer(buffer);
    solver->analyzed = true;
    return c.go([] {});
}

cusparseStatus_t cusparseSpSV_solve(cusparseHandle_t handle, cusparseOperation_t opa, const void *alpha,
                                    cusparseConstSpMatDescr_t a, cusparseConstDnVecDescr_t x, cusparseDnVecDescr_t y,
                                    cudaDataType compute, cusparseSpSVAlg_t, cusparseSpSVDescr_t solver)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_spsv(c, opa, a, x, y, compute, solver);
    if (c.fine())
        c.expect(solver->analyzed, not_analyzed);
    if (!c.fine())
        return c.status();
    alpha = c.scalar("alpha", alpha, size_of(compute));
    c.reads("the values of A", *a);
    c.uses_array("x", x->values, size_of(compute), x->size, use::reads);
    c.uses_array("y", y->values, size_of(compute), y->size, use::writes);
    return c.go([call = c.call, opa, alpha, a = *a, x = *x, y = *y] {
        with_type(a.type, [&](auto zero) {
            using T = decltype(zero);
            triangle<T> t;
            const T *from = static_cast<const T *>(x.values);
            T *to = static_cast<T *>(y.values);
            if (read_triangle(call, a, opa, t))
                solve(
                    t, [&](size_t i) { return *static_cast<const T *>(alpha) * from[i]; },
                    [=](size_t i) -> T & { return to[i]; });
        });
    });
}

// --- columns ---

cusparseStatus_t cusparseSpSM_createDescr(cusparseSpSMDescr_t *solver)
{
    if (solver == nullptr)
        return CUSPARSE_STATUS_INVALID_VALUE;
    *solver = live<cusparseSpSMDescr>().add(new cusparseSpSMDescr);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpSM_destroyDescr(cusparseSpSMDescr_t solver)
{
    return live<cusparseSpSMDescr>().destroy(solver) ? CUSPARSE_STATUS_SUCCESS : CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t cusparseSpSM_bufferSize(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                         const void *, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                         cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t,
                                         cusparseSpSMDescr_t solver, size_t *size)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spsm(call, opa, opb, a, b, c, compute, solver);
    return call.gives_buffer_size(size);
}

cusparseStatus_t cusparseSpSM_analysis(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                       const void *, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                       cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t,
                                       cusparseSpSMDescr_t solver, void *buffer)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spsm(call, opa, opb, a, b, c, compute, solver);
    if (!call.fine())
        return call.status();
    call.reads("the values of A", *a);
    call.uses_buffer(buffer);
    solver->analyzed = true;
    return call.go([] {});
}

cusparseStatus_t cusparseSpSM_solve(cusparseHandle_t handle, cusparseOperation_t opa, cusparseOperation_t opb,
                                    const void *alpha, cusparseConstSpMatDescr_t a, cusparseConstDnMatDescr_t b,
                                    cusparseDnMatDescr_t c, cudaDataType compute, cusparseSpSMAlg_t,
                                    cusparseSpSMDescr_t solver)
{
    sparse_call call(handle, LIBRARY_CALL(__func__));
    check_spsm(call, opa, opb, a, b, c, compute, solver);
    if (call.fine())
        call.expect(solver->analyzed, not_analyzed);
    if (!call.fine())
        return call.status();
    alpha = call.scalar("alpha", alpha, size_of(compute));
    call.reads("the values of A", *a);
    call.uses(call.dense("B", *b, use::reads));
    call.uses(call.dense("C", *c, use::writes));
    return call.go([of = call.call, opa, opb, alpha, a = *a, b = *b, c = *c] {
        with_type(a.type, [&](auto zero) {
            using T = decltype(zero);
            triangle<T> t;
            const T *from = static_cast<const T *>(b.values);
            T *to = static_cast<T *>(c.values);
            const bool transposed = opb != CUSPARSE_OPERATION_NON_TRANSPOSE;
            if (!read_triangle(of, a, opa, t))
                return;
            for (int64_t k = 0; k < c.columns; ++k)
                solve(
                    t,
                    [&](size_t i) {
                        const size_t place = transposed ? b.place(k, (int64_t)i) : b.place((int64_t)i, k);
                        return *static_cast<const T *>(alpha) * conjugate(from[place], opb);
                    },
                    [=](size_t i) -> T & { return to[c.place((int64_t)i, k)]; });
        });
    });
}
