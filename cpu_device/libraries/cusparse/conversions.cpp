// SPDX-License-Identifier: MIT
// cuSPARSE's conversions: from sparse to dense and back, and between the formats.
#include <vector>

#include "sparse_call.h"

using namespace cusparse;

namespace
{
void check_pair(sparse_call &c, cusparseConstSpMatDescr_t sparse, cusparseConstDnMatDescr_t dense)
{
    c.there(sparse);
    c.there(dense);
    if (!c.fine())
        return;
    c.expect(sparse->rows == dense->rows && sparse->columns == dense->columns, "The matrices have different sizes.");
    c.types(sparse->type, {dense->type});
}

template <class T> T at(const cusparseDnMatDescr &m, int64_t row, int64_t column)
{
    return static_cast<const T *>(m.values)[m.place(row, column)];
}

// Calls work(line, other) for each element that is not 0, in the order of the sparse matrix.
template <class T, class Work>
void for_each_nonzero(const cusparseDnMatDescr &dense, const cusparseSpMatDescr &sparse, Work work)
{
    const bool by_columns = sparse.format == CUSPARSE_FORMAT_CSC;
    const int64_t lines = by_columns ? dense.columns : dense.rows, others = by_columns ? dense.rows : dense.columns;
    for (int64_t line = 0; line < lines; ++line)
        for (int64_t other = 0; other < others; ++other) {
            const T value = by_columns ? at<T>(dense, other, line) : at<T>(dense, line, other);
            if (value != T(0))
                work(line, other, value);
        }
}

// Counts the elements, and writes the offsets of a compressed matrix.
int64_t count(const cusparseDnMatDescr &dense, const cusparseSpMatDescr &sparse)
{
    int64_t nnz = 0;
    std::vector<int64_t> ends((size_t)sparse.lines());
    with_type(dense.type, [&](auto zero) {
        for_each_nonzero<decltype(zero)>(dense, sparse, [&](int64_t line, int64_t, auto) {
            ++nnz;
            ++ends[(size_t)line];
        });
    });
    if (sparse.format == CUSPARSE_FORMAT_COO)
        return nnz;
    int64_t offset = sparse.base;
    set_index(sparse.first, sparse.first_type, 0, offset);
    for (size_t line = 0; line < ends.size(); ++line)
        set_index(sparse.first, sparse.first_type, (int64_t)line + 1, offset += ends[line]);
    return nnz;
}

// Writes the indices and values; no more than the matrix has room for.
void convert(const cpu_device_library_call &call, const cusparseDnMatDescr &dense, const cusparseSpMatDescr &sparse)
{
    with_type(dense.type, [&](auto zero) {
        using T = decltype(zero);
        int64_t i = 0;
        for_each_nonzero<T>(dense, sparse, [&](int64_t line, int64_t other, T value) {
            if (i < sparse.nnz) {
                if (sparse.format == CUSPARSE_FORMAT_COO)
                    set_index(sparse.first, sparse.first_type, i, line + sparse.base);
                set_index(sparse.second, sparse.second_type, i, other + sparse.base);
                static_cast<T *>(sparse.values)[i] = value;
            }
            ++i;
        });
        if (i != sparse.nnz)
            wrong_index(call,
                        "The dense matrix has %lld elements other than 0, and had %lld when "
                        "cusparseDenseToSparse_analysis() counted them.",
                        (long long)i, (long long)sparse.nnz);
    });
}

// What coo2csr and csr2coo take.
void check_indices(sparse_call &c, int nnz, int m, cusparseIndexBase_t base)
{
    c.expect(nnz >= 0 && m >= 0, "nnz or m is below 0.");
    c.expect(base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE, "The base is neither 0 nor 1.");
}
} // namespace

cusparseStatus_t cusparseSparseToDense_bufferSize(cusparseHandle_t handle, cusparseConstSpMatDescr_t a,
                                                  cusparseDnMatDescr_t b, cusparseSparseToDenseAlg_t, size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_pair(c, a, b);
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseSparseToDense(cusparseHandle_t handle, cusparseConstSpMatDescr_t a, cusparseDnMatDescr_t b,
                                       cusparseSparseToDenseAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_pair(c, a, b);
    if (!c.fine())
        return c.status();
    c.reads("the values of A", *a);
    c.uses(c.dense("B", *b, use::writes));
    c.uses_buffer(buffer);
    return c.go([call = c.call, a = *a, b = *b] {
        with_type(a.type, [&](auto zero) {
            using T = decltype(zero);
            T *to = static_cast<T *>(b.values);
            for (int64_t row = 0; row < b.rows; ++row)
                for (int64_t column = 0; column < b.columns; ++column)
                    to[b.place(row, column)] = T(0);
            for_each_element(call, a, [&](int64_t row, int64_t column, int64_t i) {
                to[b.place(row, column)] = static_cast<const T *>(a.values)[i];
            });
        });
    });
}

cusparseStatus_t cusparseDenseToSparse_bufferSize(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                  cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_pair(c, b, a);
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseDenseToSparse_analysis(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                                cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_pair(c, b, a);
    if (!c.fine())
        return c.status();
    c.uses(c.dense("A", *a, use::reads));
    if (b->format != CUSPARSE_FORMAT_COO)
        c.uses_array(b->format == CUSPARSE_FORMAT_CSR ? "the row offsets" : "the column offsets", b->first,
                     size_of(b->first_type), b->first_count(), use::writes);
    c.uses_buffer(buffer);
    c.waits();
    int64_t nnz = 0;
    const cusparseStatus_t status = c.go([a = *a, b = *b, &nnz] { nnz = count(a, b); });
    if (status == CUSPARSE_STATUS_SUCCESS)
        b->nnz = nnz;
    return status;
}

cusparseStatus_t cusparseDenseToSparse_convert(cusparseHandle_t handle, cusparseConstDnMatDescr_t a,
                                               cusparseSpMatDescr_t b, cusparseDenseToSparseAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_pair(c, b, a);
    if (!c.fine())
        return c.status();
    c.uses(c.dense("A", *a, use::reads));
    if (b->format == CUSPARSE_FORMAT_COO)
        c.uses_array("the row indices", b->first, size_of(b->first_type), b->nnz, use::writes);
    c.uses_array(b->format == CUSPARSE_FORMAT_CSC ? "the row indices" : "the column indices", b->second,
                 size_of(b->second_type), b->nnz, use::writes);
    c.uses_array("the values of B", b->values, size_of(b->type), b->nnz, use::writes);
    c.uses_buffer(buffer);
    return c.go([call = c.call, a = *a, b = *b] { convert(call, a, b); });
}

// --- between the formats ---

cusparseStatus_t cusparseXcoo2csr(cusparseHandle_t handle, const int *rows, int nnz, int m, int *offsets,
                                  cusparseIndexBase_t base)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_indices(c, nnz, m, base);
    if (!c.fine())
        return c.status();
    c.uses_array("the row indices", rows, sizeof *rows, nnz, use::reads);
    c.uses_array("the row offsets", offsets, sizeof *offsets, (int64_t)m + 1, use::writes);
    return c.go([=, call = c.call] {
        int i = 0;
        for (int row = 0; row < m; ++row) {
            offsets[row] = i + base;
            while (i < nnz && rows[i] - base == row)
                ++i;
        }
        offsets[m] = i + base;
        if (i < nnz)
            wrong_index(call, "Row index %d is %d: the indices are not sorted, or not those of %d rows.", i, rows[i],
                        m);
    });
}

cusparseStatus_t cusparseXcsr2coo(cusparseHandle_t handle, const int *offsets, int nnz, int m, int *rows,
                                  cusparseIndexBase_t base)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_indices(c, nnz, m, base);
    if (!c.fine())
        return c.status();
    c.uses_array("the row offsets", offsets, sizeof *offsets, (int64_t)m + 1, use::reads);
    c.uses_array("the row indices", rows, sizeof *rows, nnz, use::writes);
    return c.go([=, call = c.call] {
        for (int row = 0; row < m; ++row) {
            if (offsets[row] < base || offsets[row + 1] - base > nnz) {
                wrong_index(call, "The row offsets %d and %d are %d and %d, and the matrix has %d elements.", row,
                            row + 1, offsets[row], offsets[row + 1], nnz);
                return;
            }
            for (int i = offsets[row] - base; i < offsets[row + 1] - base; ++i)
                rows[i] = row + base;
        }
    });
}

cusparseStatus_t cusparseCsr2cscEx2_bufferSize(cusparseHandle_t handle, int m, int n, int nnz, const void *,
                                               const int *, const int *, void *, int *, int *, cudaDataType,
                                               cusparseAction_t, cusparseIndexBase_t base, cusparseCsr2CscAlg_t,
                                               size_t *size)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_indices(c, nnz, m < n ? m : n, base);
    return c.gives_buffer_size(size);
}

cusparseStatus_t cusparseCsr2cscEx2(cusparseHandle_t handle, int m, int n, int nnz, const void *values,
                                    const int *row_offsets, const int *columns, void *csc_values, int *column_offsets,
                                    int *rows, cudaDataType type, cusparseAction_t action, cusparseIndexBase_t base,
                                    cusparseCsr2CscAlg_t, void *buffer)
{
    sparse_call c(handle, LIBRARY_CALL(__func__));
    check_indices(c, nnz, m < n ? m : n, base);
    const bool numeric = action == CUSPARSE_ACTION_NUMERIC;
    const size_t element = size_of(type);
    if (numeric && element == 0 && c.fine())
        c.types(CUDA_R_32F, {type});
    if (!c.fine())
        return c.status();
    cusparseSpMatDescr a = {CUSPARSE_FORMAT_CSR,
                            m,
                            n,
                            nnz,
                            const_cast<int *>(row_offsets),
                            const_cast<int *>(columns),
                            const_cast<void *>(values),
                            CUSPARSE_INDEX_32I,
                            CUSPARSE_INDEX_32I,
                            base,
                            type};
    c.reads_indices(a);
    c.uses_array("the column offsets", column_offsets, sizeof *column_offsets, (int64_t)n + 1, use::writes);
    c.uses_array("the row indices", rows, sizeof *rows, nnz, use::writes);
    if (numeric) {
        c.uses_array("the values", values, element, nnz, use::reads);
        c.uses_array("cscVal", csc_values, element, nnz, use::writes);
    }
    c.uses_buffer(buffer);
    return c.go([=, call = c.call] {
        std::vector<std::vector<std::pair<int, int64_t>>> of_column((size_t)n); // rows, and places in the CSR matrix
        if (!for_each_element(call, a, [&](int64_t row, int64_t column, int64_t i) {
                of_column[(size_t)column].push_back({(int)row, i});
            }))
            return;
        int at = 0;
        for (int column = 0; column < n; ++column) {
            column_offsets[column] = at + base;
            for (const auto &[row, i] : of_column[(size_t)column]) {
                rows[at] = row + base;
                if (numeric)
                    memcpy(static_cast<char *>(csc_values) + (size_t)at * element,
                           static_cast<const char *>(values) + (size_t)i * element, element);
                ++at;
            }
        }
        column_offsets[n] = at + base;
    });
}
