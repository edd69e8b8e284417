// SPDX-License-Identifier: MIT
// cuSPARSE's handles and descriptors: making, asking and changing them.
#include "descriptors.h"

using namespace cusparse;

namespace
{
cusparseStatus_t invalid(const char *why)
{
    cpu_device_library_refuses(cpu_device_library_translates(why));
    return CUSPARSE_STATUS_INVALID_VALUE;
}

cusparseStatus_t no_handle()
{
    cpu_device_library_refuses(
        cpu_device_library_translates("The handle was not made by cusparseCreate(), or was destroyed."));
    return CUSPARSE_STATUS_NOT_INITIALIZED;
}

cusparseStatus_t no_descriptor()
{
    return invalid("The descriptor is a null pointer, or was destroyed.");
}

template <class T> cusparseStatus_t destroy(const T *descriptor)
{
    return descriptor == nullptr || live<T>().destroy(descriptor) ? CUSPARSE_STATUS_SUCCESS : no_descriptor();
}

// Calls use(*descriptor) if that is there.
template <class T, class Use> cusparseStatus_t of(T *descriptor, Use use)
{
    if (!live<std::remove_const_t<T>>().has(descriptor))
        return no_descriptor();
    use(*descriptor);
    return CUSPARSE_STATUS_SUCCESS;
}

template <class T> void give(T *to, const T &value)
{
    if (to != nullptr)
        *to = value;
}

bool is_index(cusparseIndexType_t type)
{
    return type == CUSPARSE_INDEX_32I || type == CUSPARSE_INDEX_64I;
}
bool is_base(cusparseIndexBase_t base)
{
    return base == CUSPARSE_INDEX_BASE_ZERO || base == CUSPARSE_INDEX_BASE_ONE;
}

// What is made is given to the program, whose type may be one of a constant.
template <class T, class Given> cusparseStatus_t make(Given **given, const T &value)
{
    if (given == nullptr)
        return invalid("A null pointer in place of the descriptor.");
    if (size_of(value.type) == 0) {
        cpu_device_library_refuses(cpu_device_library_translates(
            "The CPU device has no cuSPARSE with elements of that type: CUDA_R_32F, CUDA_R_64F, CUDA_C_32F and "
            "CUDA_C_64F are there."));
        return CUSPARSE_STATUS_NOT_SUPPORTED;
    }
    *given = live<T>().add(new T(value));
    return CUSPARSE_STATUS_SUCCESS;
}

template <class Given> cusparseStatus_t make_sparse(Given **given, const cusparseSpMatDescr &m)
{
    if (m.rows < 0 || m.columns < 0 || m.nnz < 0)
        return invalid("Rows, columns or elements below 0.");
    if (m.nnz > 0 && (m.rows == 0 || (m.nnz - 1) / m.rows >= m.columns))
        return invalid("More elements than the matrix has places.");
    if (!is_index(m.first_type) || !is_index(m.second_type) || !is_base(m.base))
        return invalid("The type of the indices or their base is none that cuSPARSE has for such a matrix.");
    return make(given, m);
}

template <class Given> cusparseStatus_t make_dense(Given **given, const cusparseDnMatDescr &m)
{
    if (m.rows < 0 || m.columns < 0)
        return invalid("Rows or columns below 0.");
    if (m.order != CUSPARSE_ORDER_COL && m.order != CUSPARSE_ORDER_ROW)
        return invalid("The order is neither CUSPARSE_ORDER_COL nor CUSPARSE_ORDER_ROW.");
    if (m.ld < (m.order == CUSPARSE_ORDER_COL ? m.rows : m.columns))
        return invalid("ld is less than a column (or, with CUSPARSE_ORDER_ROW, a row) has elements.");
    if (m.values == nullptr && m.rows > 0 && m.columns > 0)
        return invalid("A null pointer in place of the values.");
    return make(given, m);
}

template <class Given> cusparseStatus_t make_vector(Given **given, const cusparseDnVecDescr &x)
{
    if (x.size < 0)
        return invalid("A size is below 0.");
    return make(given, x);
}

template <class Given> cusparseStatus_t make_vector(Given **given, const cusparseSpVecDescr &x)
{
    if (x.size < 0 || x.nnz < 0 || x.nnz > x.size || !is_index(x.index) || !is_base(x.base))
        return invalid("A size or a number of elements that no vector has, or indices of no type.");
    if (x.nnz > 0 && (x.indices == nullptr || x.values == nullptr))
        return invalid("A null pointer in place of the indices or the values.");
    return make(given, x);
}

void *changeable(const void *address)
{
    return const_cast<void *>(address);
}
} // namespace

// --- handles ---

cusparseStatus_t cusparseCreate(cusparseHandle_t *handle)
{
    const cpu_device_library_call call = LIBRARY_CALL(__func__);
    if (handle == nullptr)
        return invalid("A null pointer in place of the handle.");
    if (cpu_device_library_begins(&call) != cudaSuccess)
        return CUSPARSE_STATUS_NOT_INITIALIZED;
    *handle = live<cusparseContext>().add(new cusparseContext);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroy(cusparseHandle_t handle)
{
    return handle == nullptr || live<cusparseContext>().destroy(handle) ? CUSPARSE_STATUS_SUCCESS : no_handle();
}

cusparseStatus_t cusparseGetVersion(cusparseHandle_t handle, int *version)
{
    if (!live<cusparseContext>().has(handle))
        return no_handle();
    if (version == nullptr)
        return invalid("A null pointer in place of the version.");
    *version = CUSPARSE_VERSION;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type > PATCH_LEVEL)
        return invalid("A null pointer in place of the value, or no property.");
    *value = type == MAJOR_VERSION   ? CUSPARSE_VER_MAJOR
             : type == MINOR_VERSION ? CUSPARSE_VER_MINOR
                                     : CUSPARSE_VER_PATCH;
    return CUSPARSE_STATUS_SUCCESS;
}

#define STATUSES(S)                                                                                                    \
    S(SUCCESS, "success")                                                                                              \
    S(NOT_INITIALIZED, "initialization error")                                                                         \
    S(ALLOC_FAILED, "out of memory")                                                                                   \
    S(INVALID_VALUE, "invalid value")                                                                                  \
    S(ARCH_MISMATCH, "architecture mismatch")                                                                          \
    S(MAPPING_ERROR, "texture memory mapping error")                                                                   \
    S(EXECUTION_FAILED, "kernel launch failure")                                                                       \
    S(INTERNAL_ERROR, "internal error")                                                                                \
    S(MATRIX_TYPE_NOT_SUPPORTED, "matrix type not supported")                                                          \
    S(ZERO_PIVOT, "zero pivot")                                                                                        \
    S(NOT_SUPPORTED, "operation not supported")                                                                        \
    S(INSUFFICIENT_RESOURCES, "insufficient resources")

const char *cusparseGetErrorName(cusparseStatus_t status)
{
    switch (status) {
#define NAME(name, text)                                                                                               \
    case CUSPARSE_STATUS_##name: return "CUSPARSE_STATUS_" #name;
        STATUSES(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cusparseGetErrorString(cusparseStatus_t status)
{
    switch (status) {
#define TEXT(name, text)                                                                                               \
    case CUSPARSE_STATUS_##name: return text;
        STATUSES(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}
#undef STATUSES

cusparseStatus_t cusparseSetStream(cusparseHandle_t handle, cudaStream_t stream)
{
    if (!live<cusparseContext>().has(handle))
        return no_handle();
    handle->stream = stream;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetStream(cusparseHandle_t handle, cudaStream_t *stream)
{
    if (!live<cusparseContext>().has(handle))
        return no_handle();
    if (stream == nullptr)
        return invalid("A null pointer in place of the stream.");
    *stream = handle->stream;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseGetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t *mode)
{
    if (!live<cusparseContext>().has(handle))
        return no_handle();
    if (mode == nullptr)
        return invalid("A null pointer in place of the mode.");
    *mode = handle->pointers;
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSetPointerMode(cusparseHandle_t handle, cusparsePointerMode_t mode)
{
    if (!live<cusparseContext>().has(handle))
        return no_handle();
    if (mode != CUSPARSE_POINTER_MODE_HOST && mode != CUSPARSE_POINTER_MODE_DEVICE)
        return invalid("The mode is neither CUSPARSE_POINTER_MODE_HOST nor CUSPARSE_POINTER_MODE_DEVICE.");
    handle->pointers = mode;
    return CUSPARSE_STATUS_SUCCESS;
}

// --- what older programs describe a matrix with ---

cusparseStatus_t cusparseCreateMatDescr(cusparseMatDescr_t *matrix)
{
    if (matrix == nullptr)
        return invalid("A null pointer in place of the descriptor.");
    *matrix = live<cusparseMatDescr>().add(new cusparseMatDescr);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseDestroyMatDescr(cusparseMatDescr_t matrix)
{
    return destroy(matrix);
}

#define FIELD(Name, Type, field)                                                                                       \
    cusparseStatus_t cusparseSetMat##Name(cusparseMatDescr_t matrix, Type value)                                       \
    {                                                                                                                  \
        return of(matrix, [=](cusparseMatDescr &m) { m.field = value; });                                              \
    }                                                                                                                  \
    Type cusparseGetMat##Name(const cusparseMatDescr_t matrix)                                                         \
    {                                                                                                                  \
        return live<cusparseMatDescr>().has(matrix) ? matrix->field : Type();                                          \
    }
FIELD(Type, cusparseMatrixType_t, type)
FIELD(FillMode, cusparseFillMode_t, fill)
FIELD(DiagType, cusparseDiagType_t, diagonal)
FIELD(IndexBase, cusparseIndexBase_t, base)
#undef FIELD

// --- vectors ---

cusparseStatus_t cusparseCreateSpVec(cusparseSpVecDescr_t *x, int64_t size, int64_t nnz, void *indices, void *values,
                                     cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    return make_vector(x, cusparseSpVecDescr{size, nnz, indices, values, index, base, type});
}

cusparseStatus_t cusparseCreateConstSpVec(cusparseConstSpVecDescr_t *x, int64_t size, int64_t nnz, const void *indices,
                                          const void *values, cusparseIndexType_t index, cusparseIndexBase_t base,
                                          cudaDataType type)
{
    return make_vector(x, cusparseSpVecDescr{size, nnz, changeable(indices), changeable(values), index, base, type});
}

cusparseStatus_t cusparseDestroySpVec(cusparseConstSpVecDescr_t x)
{
    return destroy(x);
}

cusparseStatus_t cusparseSpVecGet(cusparseSpVecDescr_t vector, int64_t *size, int64_t *nnz, void **indices,
                                  void **values, cusparseIndexType_t *index, cusparseIndexBase_t *base,
                                  cudaDataType *type)
{
    return of(vector, [=](const cusparseSpVecDescr &x) {
        give(size, x.size);
        give(nnz, x.nnz);
        give(indices, x.indices);
        give(values, x.values);
        give(index, x.index);
        give(base, x.base);
        give(type, x.type);
    });
}

cusparseStatus_t cusparseSpVecGetIndexBase(cusparseConstSpVecDescr_t vector, cusparseIndexBase_t *base)
{
    return of(vector, [=](const cusparseSpVecDescr &x) { give(base, x.base); });
}

cusparseStatus_t cusparseSpVecGetValues(cusparseSpVecDescr_t vector, void **values)
{
    return of(vector, [=](const cusparseSpVecDescr &x) { give(values, x.values); });
}

cusparseStatus_t cusparseSpVecSetValues(cusparseSpVecDescr_t vector, void *values)
{
    return of(vector, [=](cusparseSpVecDescr &x) { x.values = values; });
}

cusparseStatus_t cusparseCreateDnVec(cusparseDnVecDescr_t *x, int64_t size, void *values, cudaDataType type)
{
    return make_vector(x, cusparseDnVecDescr{size, values, type});
}

cusparseStatus_t cusparseCreateConstDnVec(cusparseConstDnVecDescr_t *x, int64_t size, const void *values,
                                          cudaDataType type)
{
    return make_vector(x, cusparseDnVecDescr{size, changeable(values), type});
}

cusparseStatus_t cusparseDestroyDnVec(cusparseConstDnVecDescr_t x)
{
    return destroy(x);
}

cusparseStatus_t cusparseDnVecGet(cusparseDnVecDescr_t vector, int64_t *size, void **values, cudaDataType *type)
{
    return of(vector, [=](const cusparseDnVecDescr &x) {
        give(size, x.size);
        give(values, x.values);
        give(type, x.type);
    });
}

cusparseStatus_t cusparseDnVecGetValues(cusparseDnVecDescr_t vector, void **values)
{
    return of(vector, [=](const cusparseDnVecDescr &x) { give(values, x.values); });
}

cusparseStatus_t cusparseDnVecSetValues(cusparseDnVecDescr_t vector, void *values)
{
    return of(vector, [=](cusparseDnVecDescr &x) { x.values = values; });
}

// --- sparse matrices ---

namespace
{
cusparseStatus_t get(cusparseSpMatDescr_t matrix, cusparseFormat_t format, int64_t *rows, int64_t *columns,
                     int64_t *nnz, void **first, void **second, void **values, cusparseIndexType_t *first_type,
                     cusparseIndexType_t *second_type, cusparseIndexBase_t *base, cudaDataType *type)
{
    if (!live<cusparseSpMatDescr>().has(matrix))
        return no_descriptor();
    if (matrix->format != format)
        return invalid("The matrix has another format.");
    give(rows, matrix->rows);
    give(columns, matrix->columns);
    give(nnz, matrix->nnz);
    give(first, matrix->first);
    give(second, matrix->second);
    give(values, matrix->values);
    give(first_type, matrix->first_type);
    give(second_type, matrix->second_type);
    give(base, matrix->base);
    give(type, matrix->type);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t set_pointers(cusparseSpMatDescr_t matrix, cusparseFormat_t format, void *first, void *second,
                              void *values)
{
    if (!live<cusparseSpMatDescr>().has(matrix))
        return no_descriptor();
    if (matrix->format != format)
        return invalid("The matrix has another format.");
    matrix->first = first;
    matrix->second = second;
    matrix->values = values;
    return CUSPARSE_STATUS_SUCCESS;
}
} // namespace

#define COMPRESSED(Name, FORMAT)                                                                                       \
    cusparseStatus_t cusparseCreate##Name(                                                                             \
        cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t nnz, void *a, void *b, void *c,           \
        cusparseIndexType_t first_type, cusparseIndexType_t second_type, cusparseIndexBase_t base, cudaDataType type)  \
    {                                                                                                                  \
        return make_sparse(                                                                                            \
            matrix, {CUSPARSE_FORMAT_##FORMAT, rows, columns, nnz, a, b, c, first_type, second_type, base, type});     \
    }                                                                                                                  \
    cusparseStatus_t cusparseCreateConst##Name(cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t columns,       \
                                               int64_t nnz, const void *a, const void *b, const void *c,               \
                                               cusparseIndexType_t first_type, cusparseIndexType_t second_type,        \
                                               cusparseIndexBase_t base, cudaDataType type)                            \
    {                                                                                                                  \
        return make_sparse(matrix, {CUSPARSE_FORMAT_##FORMAT, rows, columns, nnz, changeable(a), changeable(b),        \
                                    changeable(c), first_type, second_type, base, type});                              \
    }                                                                                                                  \
    cusparseStatus_t cusparse##Name##Get(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *nnz,   \
                                         void **a, void **b, void **c, cusparseIndexType_t *first_type,                \
                                         cusparseIndexType_t *second_type, cusparseIndexBase_t *base,                  \
                                         cudaDataType *type)                                                           \
    {                                                                                                                  \
        return get(matrix, CUSPARSE_FORMAT_##FORMAT, rows, columns, nnz, a, b, c, first_type, second_type, base,       \
                   type);                                                                                              \
    }                                                                                                                  \
    cusparseStatus_t cusparse##Name##SetPointers(cusparseSpMatDescr_t matrix, void *a, void *b, void *c)               \
    {                                                                                                                  \
        return set_pointers(matrix, CUSPARSE_FORMAT_##FORMAT, a, b, c);                                                \
    }
COMPRESSED(Csr, CSR)
COMPRESSED(Csc, CSC)
#undef COMPRESSED

cusparseStatus_t cusparseCreateCoo(cusparseSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t nnz,
                                   void *row_indices, void *column_indices, void *values, cusparseIndexType_t index,
                                   cusparseIndexBase_t base, cudaDataType type)
{
    return make_sparse(matrix, {CUSPARSE_FORMAT_COO, rows, columns, nnz, row_indices, column_indices, values, index,
                                index, base, type});
}

cusparseStatus_t cusparseCreateConstCoo(cusparseConstSpMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t nnz,
                                        const void *row_indices, const void *column_indices, const void *values,
                                        cusparseIndexType_t index, cusparseIndexBase_t base, cudaDataType type)
{
    return make_sparse(matrix, {CUSPARSE_FORMAT_COO, rows, columns, nnz, changeable(row_indices),
                                changeable(column_indices), changeable(values), index, index, base, type});
}

cusparseStatus_t cusparseCooGet(cusparseSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *nnz,
                                void **row_indices, void **column_indices, void **values, cusparseIndexType_t *index,
                                cusparseIndexBase_t *base, cudaDataType *type)
{
    return get(matrix, CUSPARSE_FORMAT_COO, rows, columns, nnz, row_indices, column_indices, values, index, nullptr,
               base, type);
}

cusparseStatus_t cusparseCooSetPointers(cusparseSpMatDescr_t matrix, void *row_indices, void *column_indices,
                                        void *values)
{
    return set_pointers(matrix, CUSPARSE_FORMAT_COO, row_indices, column_indices, values);
}

cusparseStatus_t cusparseDestroySpMat(cusparseConstSpMatDescr_t matrix)
{
    return destroy(matrix);
}

cusparseStatus_t cusparseSpMatGetFormat(cusparseConstSpMatDescr_t matrix, cusparseFormat_t *format)
{
    return of(matrix, [=](const cusparseSpMatDescr &m) { give(format, m.format); });
}

cusparseStatus_t cusparseSpMatGetIndexBase(cusparseConstSpMatDescr_t matrix, cusparseIndexBase_t *base)
{
    return of(matrix, [=](const cusparseSpMatDescr &m) { give(base, m.base); });
}

cusparseStatus_t cusparseSpMatGetValues(cusparseSpMatDescr_t matrix, void **values)
{
    return of(matrix, [=](const cusparseSpMatDescr &m) { give(values, m.values); });
}

cusparseStatus_t cusparseSpMatSetValues(cusparseSpMatDescr_t matrix, void *values)
{
    return of(matrix, [=](cusparseSpMatDescr &m) { m.values = values; });
}

cusparseStatus_t cusparseSpMatGetSize(cusparseConstSpMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *nnz)
{
    return of(matrix, [=](const cusparseSpMatDescr &m) {
        give(rows, m.rows);
        give(columns, m.columns);
        give(nnz, m.nnz);
    });
}

cusparseStatus_t cusparseSpMatGetAttribute(cusparseConstSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute,
                                           void *value, size_t size)
{
    if (!live<cusparseSpMatDescr>().has(matrix))
        return no_descriptor();
    if (value == nullptr || size != sizeof matrix->fill)
        return invalid("A null pointer in place of the value, or not its size.");
    memcpy(value, attribute == CUSPARSE_SPMAT_FILL_MODE ? (const void *)&matrix->fill : &matrix->diagonal, size);
    return CUSPARSE_STATUS_SUCCESS;
}

cusparseStatus_t cusparseSpMatSetAttribute(cusparseSpMatDescr_t matrix, cusparseSpMatAttribute_t attribute, void *value,
                                           size_t size)
{
    if (!live<cusparseSpMatDescr>().has(matrix))
        return no_descriptor();
    if (value == nullptr || size != sizeof matrix->fill)
        return invalid("A null pointer in place of the value, or not its size.");
    memcpy(attribute == CUSPARSE_SPMAT_FILL_MODE ? (void *)&matrix->fill : &matrix->diagonal, value, size);
    return CUSPARSE_STATUS_SUCCESS;
}

// --- dense matrices ---

cusparseStatus_t cusparseCreateDnMat(cusparseDnMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t ld,
                                     void *values, cudaDataType type, cusparseOrder_t order)
{
    return make_dense(matrix, {rows, columns, ld, values, type, order});
}

cusparseStatus_t cusparseCreateConstDnMat(cusparseConstDnMatDescr_t *matrix, int64_t rows, int64_t columns, int64_t ld,
                                          const void *values, cudaDataType type, cusparseOrder_t order)
{
    return make_dense(matrix, {rows, columns, ld, changeable(values), type, order});
}

cusparseStatus_t cusparseDestroyDnMat(cusparseConstDnMatDescr_t matrix)
{
    return destroy(matrix);
}

cusparseStatus_t cusparseDnMatGet(cusparseDnMatDescr_t matrix, int64_t *rows, int64_t *columns, int64_t *ld,
                                  void **values, cudaDataType *type, cusparseOrder_t *order)
{
    return of(matrix, [=](const cusparseDnMatDescr &m) {
        give(rows, m.rows);
        give(columns, m.columns);
        give(ld, m.ld);
        give(values, m.values);
        give(type, m.type);
        give(order, m.order);
    });
}

cusparseStatus_t cusparseDnMatGetValues(cusparseDnMatDescr_t matrix, void **values)
{
    return of(matrix, [=](const cusparseDnMatDescr &m) { give(values, m.values); });
}

cusparseStatus_t cusparseDnMatSetValues(cusparseDnMatDescr_t matrix, void *values)
{
    return of(matrix, [=](cusparseDnMatDescr &m) { m.values = values; });
}
