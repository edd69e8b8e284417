// SPDX-License-Identifier: MIT
// What cuSPARSE's handles point to. The work of a call keeps copies of them, so that a program may destroy or change
// them once the call has returned.
#pragma once

#include <complex>
#include <mutex>
#include <set>

#include "../../include/cusparse.h"
#include "../library_call.h"

struct cusparseContext {
    cudaStream_t stream = nullptr;
    cusparsePointerMode_t pointers = CUSPARSE_POINTER_MODE_HOST;
};

struct cusparseMatDescr {
    cusparseMatrixType_t type = CUSPARSE_MATRIX_TYPE_GENERAL;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;
    cusparseIndexBase_t base = CUSPARSE_INDEX_BASE_ZERO;
};

struct cusparseSpVecDescr {
    int64_t size, nnz;
    void *indices, *values;
    cusparseIndexType_t index;
    cusparseIndexBase_t base;
    cudaDataType type;
};

struct cusparseDnVecDescr {
    int64_t size;
    void *values;
    cudaDataType type;
};

// `first` are the offsets of the rows (CSR) or of the columns (CSC), or the indices of the rows (COO); `second` are the
// other indices.
struct cusparseSpMatDescr {
    cusparseFormat_t format;
    int64_t rows, columns, nnz;
    void *first, *second, *values;
    cusparseIndexType_t first_type, second_type;
    cusparseIndexBase_t base;
    cudaDataType type;
    cusparseFillMode_t fill = CUSPARSE_FILL_MODE_LOWER;
    cusparseDiagType_t diagonal = CUSPARSE_DIAG_TYPE_NON_UNIT;

    int64_t lines() const // that have offsets
    {
        return format == CUSPARSE_FORMAT_CSC ? columns : rows;
    }
    int64_t first_count() const
    {
        return format == CUSPARSE_FORMAT_COO ? nnz : lines() + 1;
    }
};

struct cusparseDnMatDescr {
    int64_t rows, columns, ld;
    void *values;
    cudaDataType type;
    cusparseOrder_t order;

    size_t place(int64_t row, int64_t column) const
    {
        return (size_t)(order == CUSPARSE_ORDER_COL ? column * ld + row : row * ld + column);
    }
};

struct cusparseSpSVDescr {
    bool analyzed = false;
};
struct cusparseSpSMDescr {
    bool analyzed = false;
};

namespace cusparse
{
// The objects that were made and not destroyed, of one type.
template <class T> class live_objects
{
  public:
    T *add(T *made)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        all_.insert(made);
        return made;
    }
    bool has(const T *one)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        return all_.count(one) != 0;
    }
    bool destroy(const T *one)
    {
        std::lock_guard<std::mutex> lock(mutex_);
        if (all_.erase(one) == 0)
            return false;
        delete one;
        return true;
    }

  private:
    std::mutex mutex_;
    std::set<const T *> all_;
};

template <class T> live_objects<T> &live()
{
    static live_objects<T> &all = *new live_objects<T>;
    return all;
}

inline size_t size_of(cusparseIndexType_t type)
{
    return type == CUSPARSE_INDEX_64I ? 8 : 4;
}

// 0: of no type that is supported.
inline size_t size_of(cudaDataType type)
{
    switch (type) {
    case CUDA_R_32F: return 4;
    case CUDA_R_64F: return 8;
    case CUDA_C_32F: return 8;
    case CUDA_C_64F: return 16;
    default: return 0;
    }
}

// Calls work(T()) with the type of the elements.
template <class Work> void with_type(cudaDataType type, Work work)
{
    switch (type) {
    case CUDA_R_32F: work(float()); break;
    case CUDA_R_64F: work(double()); break;
    case CUDA_C_32F: work(std::complex<float>()); break;
    default: work(std::complex<double>());
    }
}

inline int64_t index_at(const void *indices, cusparseIndexType_t type, int64_t i)
{
    return type == CUSPARSE_INDEX_64I ? static_cast<const int64_t *>(indices)[i]
                                      : static_cast<const int32_t *>(indices)[i];
}
inline void set_index(void *indices, cusparseIndexType_t type, int64_t i, int64_t index)
{
    if (type == CUSPARSE_INDEX_64I)
        static_cast<int64_t *>(indices)[i] = index;
    else
        static_cast<int32_t *>(indices)[i] = (int32_t)index;
}
} // namespace cusparse
