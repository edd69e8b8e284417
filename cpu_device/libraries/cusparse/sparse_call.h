// SPDX-License-Identifier: MIT
// A call of cuSPARSE that works on the device: its arguments, the memory that it uses, and the elements of a sparse
// matrix, whose indices are checked when the call's turn in the stream has come.
#pragma once

#include <algorithm>
#include <cstdarg>

#include "descriptors.h"

namespace cusparse
{
using namespace cpu_device_library;

inline cusparseStatus_t status_of(cudaError_t error)
{
    switch (error) {
    case cudaSuccess: return CUSPARSE_STATUS_SUCCESS;
    case cudaErrorMemoryAllocation: return CUSPARSE_STATUS_ALLOC_FAILED;
    case cudaErrorInitializationError: return CUSPARSE_STATUS_NOT_INITIALIZED;
    default: return CUSPARSE_STATUS_EXECUTION_FAILED;
    }
}

// The first error is kept, and go() returns it.
class sparse_call : library_call
{
  public:
    sparse_call(cusparseHandle_t handle, const cpu_device_library_call &of) : library_call(of), handle_(handle)
    {
        if (cudaError_t error = begins())
            status_ = status_of(error);
        else if (!live<cusparseContext>().has(handle))
            fail(handle == nullptr ? CUSPARSE_STATUS_INVALID_VALUE : CUSPARSE_STATUS_NOT_INITIALIZED,
                 "The handle was not made by cusparseCreate(), or was destroyed.");
    }

    using library_call::call;

    bool fine() const
    {
        return status_ == CUSPARSE_STATUS_SUCCESS;
    }
    void fail(cusparseStatus_t status, const char *why)
    {
        refuse("%s", cpu_device_library_translates(why));
        status_ = status;
    }
    void expect(bool holds, const char *why)
    {
        if (!holds && fine())
            fail(CUSPARSE_STATUS_INVALID_VALUE, why);
    }
    template <class T> void there(const T *descriptor)
    {
        expect(live<T>().has(descriptor), "A descriptor is a null pointer, or was destroyed.");
    }
    void operation(cusparseOperation_t op)
    {
        expect(op >= CUSPARSE_OPERATION_NON_TRANSPOSE && op <= CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE,
               "The operation is none of cuSPARSE's.");
    }
    // All types are to be that in which is computed.
    void types(cudaDataType compute, std::initializer_list<cudaDataType> all)
    {
        for (cudaDataType type : all)
            if (type != compute && fine())
                fail(CUSPARSE_STATUS_NOT_SUPPORTED, "The CPU device has no cuSPARSE with several types of elements in "
                                                    "one call, nor with another type to compute in.");
    }

    // A number that goes in: of the host, which may change it once the call returns, or of the device.
    const void *scalar(const char *name, const void *number, size_t size)
    {
        expect(number != nullptr, "A factor is a null pointer.");
        if (!fine())
            return number;
        if (handle_->pointers == CUSPARSE_POINTER_MODE_DEVICE) {
            uses(library_operand(name, number, size, use::reads));
            return number;
        }
        if (cpu_device_on_device(number)) {
            fail(CUSPARSE_STATUS_EXECUTION_FAILED,
                 "A factor is device memory, but the pointer mode is CUSPARSE_POINTER_MODE_HOST: with a GPU the "
                 "program would crash here. Call cusparseSetPointerMode().");
            return number;
        }
        return with_size(number, size);
    }
    void result(const char *name, void *number, size_t size)
    {
        expect(number != nullptr, "The result is a null pointer.");
        if (!fine())
            return;
        if (handle_->pointers == CUSPARSE_POINTER_MODE_DEVICE) {
            uses(library_operand(name, number, size, use::writes));
            return;
        }
        waits_ = true;
        host_result_ = number;
        host_result_size_ = size;
    }

    void uses_array(const char *name, const void *address, size_t element, int64_t count, use how)
    {
        uses(vector(name, address, element, count, 1, how));
    }
    // Memory that is multiplied by beta: read unless that is 0, and written.
    void updates(cpu_device_operand o, const void *beta, cudaDataType type)
    {
        o.reads = o.writes = 1;
        const bool complex = type == CUDA_C_32F || type == CUDA_C_64F;
        uses(o, beta, size_of(type), complex ? size_of(type) / 2 : size_of(type));
    }
    void reads(const char *name, const cusparseSpMatDescr &m)
    {
        reads_indices(m);
        uses_array(name, m.values, size_of(m.type), m.nnz, use::reads);
    }
    void reads_indices(const cusparseSpMatDescr &m)
    {
        uses_array(m.format == CUSPARSE_FORMAT_COO   ? "the row indices"
                   : m.format == CUSPARSE_FORMAT_CSR ? "the row offsets"
                                                     : "the column offsets",
                   m.first, size_of(m.first_type), m.first_count(), use::reads);
        uses_array(m.format == CUSPARSE_FORMAT_CSC ? "the row indices" : "the column indices", m.second,
                   size_of(m.second_type), m.nnz, use::reads);
    }
    cpu_device_operand dense(const char *name, const cusparseDnMatDescr &m, use how) const
    {
        return m.order == CUSPARSE_ORDER_COL ? matrix(name, m.values, size_of(m.type), m.rows, m.columns, m.ld, how)
                                             : matrix(name, m.values, size_of(m.type), m.columns, m.rows, m.ld, how);
    }
    using library_call::uses;
    void uses_buffer(const void *buffer) // two calls at a time must not share one
    {
        if (buffer != nullptr)
            uses_array("externalBuffer", buffer, 1, buffer_size, use::writes);
    }
    static constexpr size_t buffer_size = 16;

    void waits()
    {
        waits_ = true;
    }
    template <class Work> cusparseStatus_t go(Work work)
    {
        if (!fine())
            return status_;
        const cudaError_t error = queue(handle_->stream, waits_, work);
        if (host_result_ != nullptr)
            cpu_device_library_writes_host(host_result_, host_result_size_);
        return status_of(error);
    }
    cusparseStatus_t gives_buffer_size(size_t *size)
    {
        expect(size != nullptr, "A null pointer in place of the buffer's size.");
        if (fine())
            *size = buffer_size;
        return status_;
    }
    cusparseStatus_t status() const
    {
        return status_;
    }

  private:
    static cpu_device_operand library_operand(const char *name, const void *address, size_t size, use how)
    {
        return operand(name, address, size, how);
    }
    const void *with_size(const void *number, size_t size)
    {
        switch (size) {
        case 4: return keep(static_cast<const float *>(number));
        case 8: return keep(static_cast<const double *>(number));
        default: return keep(static_cast<const std::complex<double> *>(number));
        }
    }

    cusparseHandle_t handle_;
    cusparseStatus_t status_ = CUSPARSE_STATUS_SUCCESS;
    bool waits_ = false;
    void *host_result_ = nullptr;
    size_t host_result_size_ = 0;
};

// An index or an offset that no such matrix has: the call would access memory outside. False, for its caller.
[[gnu::format(printf, 2, 3)]] inline bool wrong_index(const cpu_device_library_call &call, const char *form, ...)
{
    char why[300];
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(why, sizeof why, cpu_device_library_translates(form), arguments);
    va_end(arguments);
    cpu_device_library_fails(&call, why);
    return false;
}

// Calls work(row, column, i) for each element; false: an index was wrong.
template <class Work> bool for_each_element(const cpu_device_library_call &call, const cusparseSpMatDescr &m, Work work)
{
    const int64_t base = m.base;
    if (m.format == CUSPARSE_FORMAT_COO) {
        for (int64_t i = 0; i < m.nnz; ++i) {
            const int64_t row = index_at(m.first, m.first_type, i) - base;
            const int64_t column = index_at(m.second, m.second_type, i) - base;
            if (row < 0 || row >= m.rows || column < 0 || column >= m.columns)
                return wrong_index(call,
                                   "Element %lld is at row %lld and column %lld, and the matrix has %lld rows and "
                                   "%lld columns (the base is %lld).",
                                   (long long)i, (long long)(row + base), (long long)(column + base), (long long)m.rows,
                                   (long long)m.columns, (long long)base);
            work(row, column, i);
        }
        return true;
    }
    const bool by_rows = m.format == CUSPARSE_FORMAT_CSR;
    const int64_t others = by_rows ? m.columns : m.rows;
    for (int64_t line = 0; line < m.lines(); ++line) {
        const int64_t begin = index_at(m.first, m.first_type, line) - base;
        const int64_t end = index_at(m.first, m.first_type, line + 1) - base;
        if (begin < 0 || end < begin || end > m.nnz)
            return wrong_index(call,
                               by_rows ? "The row offsets %lld and %lld are %lld and %lld, and the matrix has %lld "
                                         "elements (the base is %lld)."
                                       : "The column offsets %lld and %lld are %lld and %lld, and the matrix has "
                                         "%lld elements (the base is %lld).",
                               (long long)line, (long long)line + 1, (long long)(begin + base), (long long)(end + base),
                               (long long)m.nnz, (long long)base);
        for (int64_t i = begin; i < end; ++i) {
            const int64_t other = index_at(m.second, m.second_type, i) - base;
            if (other < 0 || other >= others)
                return wrong_index(call,
                                   by_rows ? "Element %lld, in row %lld, has the column index %lld, and the "
                                             "matrix has %lld columns (the base is %lld)."
                                           : "Element %lld, in column %lld, has the row index %lld, and the "
                                             "matrix has %lld rows (the base is %lld).",
                                   (long long)i, (long long)line, (long long)(other + base), (long long)others,
                                   (long long)base);
            by_rows ? work(line, other, i) : work(other, line, i);
        }
    }
    return true;
}

template <class T> T conjugate(T x, cusparseOperation_t op)
{
    if constexpr (!std::is_floating_point_v<T>)
        return op == CUSPARSE_OPERATION_CONJUGATE_TRANSPOSE ? std::conj(x) : x;
    return x;
}
} // namespace cusparse
