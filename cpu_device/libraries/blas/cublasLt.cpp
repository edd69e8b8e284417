// SPDX-License-Identifier: MIT
// cuBLASLt over a CBLAS of the host's: the matrices are copied into dense ones of float, which CBLAS multiplies.
#include "../../include/cublasLt.h"

#include <cmath>
#include <mutex>
#include <new>
#include <set>

#include "../library_call.h"
#include "cblas.h"

using namespace cpu_device_library;

struct cublasLtContext {
};

namespace
{
// Handles of cuBLAS may be passed as well, by a cast: so only those that are gone are known not to be any.
std::mutex handles_mutex;
std::set<cublasLtHandle_t> &destroyed = *new std::set<cublasLtHandle_t>;

bool is_handle(cublasLtHandle_t handle)
{
    std::lock_guard<std::mutex> lock(handles_mutex);
    return handle != nullptr && destroyed.count(handle) == 0;
}

// --- the descriptors' attributes ---

struct layout {
    uint32_t type;
    int32_t order;
    uint64_t rows, columns;
    int64_t ld;
    int32_t batch;
    int64_t stride, plane;
};
struct description {
    int32_t compute, scale, pointers, opa, opb, opc, fill;
    uint32_t epilogue;
    const void *scales[7]; // no product here has any: null
    const void *bias;
    int64_t bias_stride;
    void *aux;
    int64_t aux_ld, aux_stride, alpha_stride;
    int32_t multiprocessors, aux_type, bias_type;
    int8_t fast;
};
struct preference {
    uint32_t search, reduction, alignment[4];
    uint64_t workspace, implementations;
    float waves;
};

template <class T> struct opaque;
template <> struct opaque<layout> {
    using type = cublasLtMatrixLayoutOpaque_t;
};
template <> struct opaque<description> {
    using type = cublasLtMatmulDescOpaque_t;
};
template <> struct opaque<preference> {
    using type = cublasLtMatmulPreferenceOpaque_t;
};
template <class T> T get(const typename opaque<T>::type *from)
{
    T value;
    static_assert(sizeof value <= sizeof *from);
    memcpy(&value, from->data, sizeof value);
    return value;
}
template <class T> void put(typename opaque<T>::type *to, const T &value)
{
    *to = {};
    memcpy(to->data, &value, sizeof value);
}

// Where an attribute lies.
struct attribute {
    int number;
    size_t offset, size;
};
#define IN(type, member) offsetof(type, member), sizeof(type::member)
constexpr attribute layout_attributes[] = {{CUBLASLT_MATRIX_LAYOUT_TYPE, IN(layout, type)},
                                           {CUBLASLT_MATRIX_LAYOUT_ORDER, IN(layout, order)},
                                           {CUBLASLT_MATRIX_LAYOUT_ROWS, IN(layout, rows)},
                                           {CUBLASLT_MATRIX_LAYOUT_COLS, IN(layout, columns)},
                                           {CUBLASLT_MATRIX_LAYOUT_LD, IN(layout, ld)},
                                           {CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, IN(layout, batch)},
                                           {CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, IN(layout, stride)},
                                           {CUBLASLT_MATRIX_LAYOUT_PLANE_OFFSET, IN(layout, plane)}};
constexpr attribute description_attributes[] = {
    {CUBLASLT_MATMUL_DESC_COMPUTE_TYPE, IN(description, compute)},
    {CUBLASLT_MATMUL_DESC_SCALE_TYPE, IN(description, scale)},
    {CUBLASLT_MATMUL_DESC_POINTER_MODE, IN(description, pointers)},
    {CUBLASLT_MATMUL_DESC_TRANSA, IN(description, opa)},
    {CUBLASLT_MATMUL_DESC_TRANSB, IN(description, opb)},
    {CUBLASLT_MATMUL_DESC_TRANSC, IN(description, opc)},
    {CUBLASLT_MATMUL_DESC_FILL_MODE, IN(description, fill)},
    {CUBLASLT_MATMUL_DESC_EPILOGUE, IN(description, epilogue)},
    {CUBLASLT_MATMUL_DESC_BIAS_POINTER, IN(description, bias)},
    {CUBLASLT_MATMUL_DESC_BIAS_BATCH_STRIDE, IN(description, bias_stride)},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_POINTER, IN(description, aux)},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_LD, IN(description, aux_ld)},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_BATCH_STRIDE, IN(description, aux_stride)},
    {CUBLASLT_MATMUL_DESC_ALPHA_VECTOR_BATCH_STRIDE, IN(description, alpha_stride)},
    {CUBLASLT_MATMUL_DESC_SM_COUNT_TARGET, IN(description, multiprocessors)},
    {CUBLASLT_MATMUL_DESC_A_SCALE_POINTER, IN(description, scales[0])},
    {CUBLASLT_MATMUL_DESC_B_SCALE_POINTER, IN(description, scales[1])},
    {CUBLASLT_MATMUL_DESC_C_SCALE_POINTER, IN(description, scales[2])},
    {CUBLASLT_MATMUL_DESC_D_SCALE_POINTER, IN(description, scales[3])},
    {CUBLASLT_MATMUL_DESC_AMAX_D_POINTER, IN(description, scales[4])},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_DATA_TYPE, IN(description, aux_type)},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_SCALE_POINTER, IN(description, scales[5])},
    {CUBLASLT_MATMUL_DESC_EPILOGUE_AUX_AMAX_POINTER, IN(description, scales[6])},
    {CUBLASLT_MATMUL_DESC_FAST_ACCUM, IN(description, fast)},
    {CUBLASLT_MATMUL_DESC_BIAS_DATA_TYPE, IN(description, bias_type)}};
constexpr attribute preference_attributes[] = {
    {CUBLASLT_MATMUL_PREF_SEARCH_MODE, IN(preference, search)},
    {CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, IN(preference, workspace)},
    {CUBLASLT_MATMUL_PREF_REDUCTION_SCHEME_MASK, IN(preference, reduction)},
    {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_A_BYTES, IN(preference, alignment[0])},
    {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_B_BYTES, IN(preference, alignment[1])},
    {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_C_BYTES, IN(preference, alignment[2])},
    {CUBLASLT_MATMUL_PREF_MIN_ALIGNMENT_D_BYTES, IN(preference, alignment[3])},
    {CUBLASLT_MATMUL_PREF_MAX_WAVES_COUNT, IN(preference, waves)},
    {CUBLASLT_MATMUL_PREF_IMPL_MASK, IN(preference, implementations)}};
#undef IN

// A function that does nothing on the device.
cublasStatus_t refuse(const cpu_device_library_call &where, const char *why)
{
    cpu_device_library_begins(&where);
    library_call::refuse("%s", why);
    return CUBLAS_STATUS_INVALID_VALUE;
}

template <size_t n> const attribute *find(const attribute (&all)[n], int number)
{
    for (const attribute &a : all)
        if (a.number == number)
            return &a;
    return nullptr;
}

template <size_t n> cublasStatus_t set(const cpu_device_library_call &where, const attribute (&all)[n], void *of,
                                       int number, const void *value, size_t size)
{
    const attribute *a = find(all, number);
    if (of == nullptr || value == nullptr)
        return refuse(where, "The descriptor or the value is a null pointer.");
    if (a == nullptr)
        return refuse(where, "The CPU device has no such attribute.");
    if (size != a->size)
        return refuse(where, "The size is not that of the attribute's type.");
    memcpy(static_cast<char *>(of) + a->offset, value, size);
    return CUBLAS_STATUS_SUCCESS;
}

template <size_t n> cublasStatus_t get(const cpu_device_library_call &where, const attribute (&all)[n], const void *of,
                                       int number, void *value, size_t size, size_t *written)
{
    const attribute *a = find(all, number);
    if (of == nullptr || (size == 0 && written == nullptr) || (size != 0 && value == nullptr))
        return refuse(where, "A pointer is null.");
    if (a == nullptr)
        return refuse(where, "The CPU device has no such attribute.");
    if (size != 0 && size != a->size)
        return refuse(where, "The size is not that of the attribute's type.");
    if (size != 0)
        memcpy(value, static_cast<const char *>(of) + a->offset, size);
    if (written != nullptr)
        *written = a->size;
    return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class T>
cublasStatus_t init(const cpu_device_library_call &where, Opaque *to, size_t size, const T &value)
{
    if (to == nullptr)
        return refuse(where, "The descriptor is a null pointer.");
    if (size < sizeof *to)
        return CUBLAS_STATUS_ALLOC_FAILED;
    put(to, value);
    return CUBLAS_STATUS_SUCCESS;
}

template <class Opaque, class T>
cublasStatus_t create(const cpu_device_library_call &where, Opaque **to, const T &value)
{
    if (to == nullptr)
        return refuse(where, "The address for the descriptor is a null pointer.");
    *to = new (std::nothrow) Opaque;
    return *to == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : init(where, *to, sizeof **to, value);
}

layout new_layout(cudaDataType type, uint64_t rows, uint64_t columns, int64_t ld)
{
    return {(uint32_t)type, CUBLASLT_ORDER_COL, rows, columns, ld, 1, 0, 0};
}

description new_description(cublasComputeType_t compute, cudaDataType_t scale)
{
    description d = {};
    d.compute = compute;
    d.scale = scale;
    d.fill = CUBLAS_FILL_MODE_FULL;
    d.epilogue = CUBLASLT_EPILOGUE_DEFAULT;
    d.aux_type = d.bias_type = -1;
    return d;
}

// --- a product ---

size_t size_of(uint32_t type) // 0: of no type that there is here
{
    return type == CUDA_R_32F ? 4 : type == CUDA_R_16F || type == CUDA_R_16BF ? 2 : 0;
}

float load(const char *address, uint32_t type)
{
    if (type == CUDA_R_16F)
        return __half2float(*reinterpret_cast<const __half *>(address));
    if (type == CUDA_R_16BF)
        return __bfloat162float(*reinterpret_cast<const __nv_bfloat16 *>(address));
    return *reinterpret_cast<const float *>(address);
}

void store(char *address, uint32_t type, float value)
{
    if (type == CUDA_R_16F)
        *reinterpret_cast<__half *>(address) = __float2half(value);
    else if (type == CUDA_R_16BF)
        *reinterpret_cast<__nv_bfloat16 *>(address) = __float2bfloat16(value);
    else
        *reinterpret_cast<float *>(address) = value;
}

// A matrix of a batch.
struct operand_matrix {
    layout as;
    char *address;

    char *at(int number, uint64_t row, uint64_t column) const
    {
        const int64_t element = as.order == CUBLASLT_ORDER_COL ? (int64_t)column * as.ld + (int64_t)row
                                                               : (int64_t)row * as.ld + (int64_t)column;
        return address + (number * as.stride + element) * (int64_t)size_of(as.type);
    }
    // Column after column, as CBLAS has it.
    std::vector<float> dense(int number) const
    {
        std::vector<float> all(as.rows * as.columns);
        for (uint64_t column = 0; column < as.columns; ++column)
            for (uint64_t row = 0; row < as.rows; ++row)
                all[column * as.rows + row] = load(at(number, row, column), as.type);
        return all;
    }
    cpu_device_operand used(const char *name, int number, use how) const
    {
        const bool by_columns = as.order == CUBLASLT_ORDER_COL;
        return matrix(name, at(number, 0, 0), size_of(as.type), (long long)(by_columns ? as.rows : as.columns),
                      (long long)(by_columns ? as.columns : as.rows), as.ld, how);
    }
};

float activated(uint32_t epilogue, float x)
{
    if (epilogue & CUBLASLT_EPILOGUE_RELU)
        return x < 0 ? 0 : x;
    if (epilogue & CUBLASLT_EPILOGUE_GELU)
        return 0.5f * x * (1 + std::tanh(0.797884561f * (x + 0.044715f * x * x * x)));
    return x;
}

struct product {
    description how;
    operand_matrix a, b, c, d;
    const float *alpha, *beta;

    uint32_t bias_type() const
    {
        return how.bias_type < 0 ? d.as.type : (uint32_t)how.bias_type;
    }
    const char *bias(int number) const
    {
        return static_cast<const char *>(how.bias) + number * how.bias_stride * (int64_t)size_of(bias_type());
    }
    bool has_bias() const
    {
        return how.epilogue & CUBLASLT_EPILOGUE_BIAS;
    }
    void run(int number) const
    {
        const int m = (int)d.as.rows, n = (int)d.as.columns;
        const int k = (int)(how.opa == CUBLAS_OP_N ? a.as.columns : a.as.rows);
        std::vector<float> of_a, of_b, sum((size_t)m * n);
        if (*beta != 0)
            sum = c.dense(number);
        if (*alpha != 0) {
            of_a = a.dense(number);
            of_b = b.dense(number);
        }
        if (*alpha != 0 && k != 0)
            cblas_sgemm(cblas_columns, how.opa == CUBLAS_OP_N ? cblas_no_transpose : cblas_transpose,
                        how.opb == CUBLAS_OP_N ? cblas_no_transpose : cblas_transpose, m, n, k, *alpha, of_a.data(),
                        (int)a.as.rows, of_b.data(), (int)b.as.rows, *beta, sum.data(), m);
        else if (*beta != 0)
            for (float &x : sum)
                x *= *beta;
        const size_t size = size_of(bias_type());
        for (int column = 0; column < n; ++column)
            for (int row = 0; row < m; ++row) {
                float x = sum[(size_t)column * m + row];
                if (has_bias())
                    x += load(bias(number) + row * size, bias_type());
                store(d.at(number, row, column), d.as.type, activated(how.epilogue, x));
            }
    }
};

struct verdict {
    cublasStatus_t status;
    char why[300];
};

[[gnu::format(printf, 2, 3)]] verdict no(cublasStatus_t status, const char *form, ...)
{
    verdict v = {status, ""};
    va_list arguments;
    va_start(arguments, form);
    vsnprintf(v.why, sizeof v.why, cpu_device_library_translates(form), arguments);
    va_end(arguments);
    return v;
}

constexpr cublasStatus_t unsupported = CUBLAS_STATUS_NOT_SUPPORTED, invalid = CUBLAS_STATUS_INVALID_VALUE;

verdict look_at_layouts(const product &p)
{
    const struct {
        const char *name;
        const layout &as;
    } all[] = {{"A", p.a.as}, {"B", p.b.as}, {"C", p.c.as}, {"D", p.d.as}};
    for (const auto &[name, as] : all) {
        if (size_of(as.type) == 0)
            return no(unsupported,
                      "%s has the type %u: the CPU device's cuBLASLt has CUDA_R_32F, CUDA_R_16F and CUDA_R_16BF.", name,
                      as.type);
        if (as.order != CUBLASLT_ORDER_COL && as.order != CUBLASLT_ORDER_ROW)
            return no(unsupported, "%s has the order %d: the CPU device's cuBLASLt has columns and rows.", name,
                      as.order);
        const uint64_t line = as.order == CUBLASLT_ORDER_COL ? as.rows : as.columns;
        if (as.ld < (int64_t)line || as.rows > INT32_MAX || as.columns > INT32_MAX)
            return no(invalid, "%s has %llu rows, %llu columns and the leading dimension %lld: lines would overlap.",
                      name, (unsigned long long)as.rows, (unsigned long long)as.columns, (long long)as.ld);
        if (as.batch < 1 || as.batch != p.d.as.batch)
            return no(invalid, "%s has %d matrices in its batch, and D has %d.", name, as.batch, p.d.as.batch);
        if (as.plane != 0)
            return no(unsupported, "%s has planes: the CPU device's cuBLASLt has none.", name);
    }
    return {CUBLAS_STATUS_SUCCESS, ""};
}

verdict look_at_description(const description &how)
{
    if (how.compute != CUBLAS_COMPUTE_32F && how.compute != CUBLAS_COMPUTE_32F_PEDANTIC &&
        how.compute != CUBLAS_COMPUTE_32F_FAST_16F && how.compute != CUBLAS_COMPUTE_32F_FAST_16BF &&
        how.compute != CUBLAS_COMPUTE_32F_FAST_TF32)
        return no(unsupported, "The compute type is %d: the CPU device's cuBLASLt has those of 32F.", how.compute);
    if (how.scale != CUDA_R_32F)
        return no(unsupported, "The scale type is %d: the CPU device's cuBLASLt has CUDA_R_32F.", how.scale);
    if (how.pointers != CUBLASLT_POINTER_MODE_HOST && how.pointers != CUBLASLT_POINTER_MODE_DEVICE)
        return no(unsupported, "The pointer mode is %d: the CPU device's cuBLASLt has HOST and DEVICE.", how.pointers);
    bool scaled = false;
    for (const void *scale : how.scales)
        scaled |= scale != nullptr;
    if (how.fill != CUBLAS_FILL_MODE_FULL || how.opc != CUBLAS_OP_N || scaled)
        return no(unsupported, "The CPU device's cuBLASLt has no fill mode, no transposed C, no scales and no amax.");
    switch (how.epilogue) {
    case CUBLASLT_EPILOGUE_DEFAULT:
    case CUBLASLT_EPILOGUE_RELU:
    case CUBLASLT_EPILOGUE_BIAS:
    case CUBLASLT_EPILOGUE_RELU_BIAS:
    case CUBLASLT_EPILOGUE_GELU:
    case CUBLASLT_EPILOGUE_GELU_BIAS: break;
    default:
        return no(unsupported, "The epilogue is %u: the CPU device's cuBLASLt has RELU, GELU and BIAS.", how.epilogue);
    }
    return {CUBLAS_STATUS_SUCCESS, ""};
}

// Whether there is such a product, whatever the pointers.
verdict look_at(const product &p)
{
    const description &how = p.how;
    if (verdict v = look_at_layouts(p); v.status != CUBLAS_STATUS_SUCCESS)
        return v;
    if (verdict v = look_at_description(how); v.status != CUBLAS_STATUS_SUCCESS)
        return v;
    if (p.has_bias() && size_of(p.bias_type()) == 0)
        return no(unsupported, "The bias has the type %u: the CPU device's cuBLASLt has no such one.", p.bias_type());
    const bool plain_a = how.opa == CUBLAS_OP_N, plain_b = how.opb == CUBLAS_OP_N;
    const layout &a = p.a.as, &b = p.b.as, &d = p.d.as;
    const uint64_t m = plain_a ? a.rows : a.columns, k = plain_a ? a.columns : a.rows;
    const uint64_t other_k = plain_b ? b.rows : b.columns, n = plain_b ? b.columns : b.rows;
    if (k != other_k || m != d.rows || n != d.columns || p.c.as.rows != d.rows || p.c.as.columns != d.columns)
        return no(invalid, "op(A) is %llu x %llu, op(B) %llu x %llu, C %llu x %llu and D %llu x %llu.",
                  (unsigned long long)m, (unsigned long long)k, (unsigned long long)other_k, (unsigned long long)n,
                  (unsigned long long)p.c.as.rows, (unsigned long long)p.c.as.columns, (unsigned long long)d.rows,
                  (unsigned long long)d.columns);
    return {CUBLAS_STATUS_SUCCESS, ""};
}

verdict look_at_pointers(const product &p)
{
    if (p.has_bias() && p.how.bias == nullptr)
        return no(invalid, "The epilogue has a bias, and CUBLASLT_MATMUL_DESC_BIAS_POINTER is null.");
    if (!p.has_bias() && p.how.bias != nullptr) // so on an H200
        return no(invalid, "CUBLASLT_MATMUL_DESC_BIAS_POINTER is set, and the epilogue, %u, has no bias.",
                  p.how.epilogue);
    if (p.how.pointers == CUBLASLT_POINTER_MODE_HOST && (cpu_device_on_device(p.alpha) || cpu_device_on_device(p.beta)))
        return no(CUBLAS_STATUS_EXECUTION_FAILED,
                  "alpha or beta is device memory, but the pointer mode is CUBLASLT_POINTER_MODE_HOST: with a GPU the "
                  "program would crash here.");
    return {CUBLAS_STATUS_SUCCESS, ""};
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

// Begins the call: checks the handle and the layouts.
cublasStatus_t begin(const library_call &call, cublasLtHandle_t handle, bool complete)
{
    if (cudaError_t error = call.begins())
        return status_of(error);
    if (!is_handle(handle)) {
        library_call::refuse("The handle was not made by cublasLtCreate()%s.",
                             handle ? cpu_device_library_translates(", or was destroyed") : "");
        return CUBLAS_STATUS_NOT_INITIALIZED;
    }
    if (!complete) {
        library_call::refuse("A descriptor, or what it needs, is a null pointer.");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    return CUBLAS_STATUS_SUCCESS;
}
} // namespace

#define WHERE(name) (cpu_device_library_call LIBRARY_CALL(name))

cublasStatus_t cublasLtCreate(cublasLtHandle_t *handle)
{
    const library_call call(WHERE("cublasLtCreate"));
    if (cudaError_t error = call.begins())
        return status_of(error);
    if (handle == nullptr) {
        library_call::refuse("handle is a null pointer.");
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    *handle = new (std::nothrow) cublasLtContext;
    std::lock_guard<std::mutex> lock(handles_mutex);
    destroyed.erase(*handle);
    return *handle == nullptr ? CUBLAS_STATUS_ALLOC_FAILED : CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtDestroy(cublasLtHandle_t handle)
{
    const library_call call(WHERE("cublasLtDestroy"));
    if (cublasStatus_t status = begin(call, handle, true))
        return status;
    std::lock_guard<std::mutex> lock(handles_mutex);
    destroyed.insert(handle);
    delete handle;
    return CUBLAS_STATUS_SUCCESS;
}

size_t cublasLtGetVersion(void)
{
    return CUBLAS_VERSION;
}

size_t cublasLtGetCudartVersion(void)
{
    return CUDART_VERSION;
}

cublasStatus_t cublasLtGetProperty(libraryPropertyType type, int *value)
{
    if (value == nullptr || type < MAJOR_VERSION || type > PATCH_LEVEL)
        return CUBLAS_STATUS_INVALID_VALUE;
    const int versions[] = {CUBLAS_VER_MAJOR, CUBLAS_VER_MINOR, CUBLAS_VER_PATCH};
    *value = versions[type];
    return CUBLAS_STATUS_SUCCESS;
}

const char *cublasLtGetStatusName(cublasStatus_t status)
{
    return cublasGetStatusName(status);
}

const char *cublasLtGetStatusString(cublasStatus_t status)
{
    return cublasGetStatusString(status);
}

cublasStatus_t cublasLtMatrixLayoutInit_internal(cublasLtMatrixLayout_t to, size_t size, cudaDataType type,
                                                 uint64_t rows, uint64_t columns, int64_t ld)
{
    return init(WHERE("cublasLtMatrixLayoutInit"), to, size, new_layout(type, rows, columns, ld));
}

cublasStatus_t cublasLtMatrixLayoutCreate(cublasLtMatrixLayout_t *to, cudaDataType type, uint64_t rows,
                                          uint64_t columns, int64_t ld)
{
    return create(WHERE("cublasLtMatrixLayoutCreate"), to, new_layout(type, rows, columns, ld));
}

cublasStatus_t cublasLtMatrixLayoutDestroy(cublasLtMatrixLayout_t of)
{
    delete of;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulDescInit_internal(cublasLtMatmulDesc_t to, size_t size, cublasComputeType_t compute,
                                               cudaDataType_t scale)
{
    return init(WHERE("cublasLtMatmulDescInit"), to, size, new_description(compute, scale));
}

cublasStatus_t cublasLtMatmulDescCreate(cublasLtMatmulDesc_t *to, cublasComputeType_t compute, cudaDataType_t scale)
{
    return create(WHERE("cublasLtMatmulDescCreate"), to, new_description(compute, scale));
}

cublasStatus_t cublasLtMatmulDescDestroy(cublasLtMatmulDesc_t of)
{
    delete of;
    return CUBLAS_STATUS_SUCCESS;
}

cublasStatus_t cublasLtMatmulPreferenceInit_internal(cublasLtMatmulPreference_t to, size_t size)
{
    return init(WHERE("cublasLtMatmulPreferenceInit"), to, size, preference());
}

cublasStatus_t cublasLtMatmulPreferenceCreate(cublasLtMatmulPreference_t *to)
{
    return create(WHERE("cublasLtMatmulPreferenceCreate"), to, preference());
}

cublasStatus_t cublasLtMatmulPreferenceDestroy(cublasLtMatmulPreference_t of)
{
    delete of;
    return CUBLAS_STATUS_SUCCESS;
}

#define ATTRIBUTES(What, Attribute, all)                                                                               \
    cublasStatus_t What##SetAttribute(What##_t of, Attribute number, const void *value, size_t size)                   \
    {                                                                                                                  \
        return set(WHERE(#What "SetAttribute"), all, of, number, value, size);                                         \
    }                                                                                                                  \
    cublasStatus_t What##GetAttribute(What##_t of, Attribute number, void *value, size_t size, size_t *written)        \
    {                                                                                                                  \
        return get(WHERE(#What "GetAttribute"), all, of, number, value, size, written);                                \
    }
ATTRIBUTES(cublasLtMatrixLayout, cublasLtMatrixLayoutAttribute_t, layout_attributes)
ATTRIBUTES(cublasLtMatmulDesc, cublasLtMatmulDescAttributes_t, description_attributes)
ATTRIBUTES(cublasLtMatmulPreference, cublasLtMatmulPreferenceAttributes_t, preference_attributes)

cublasStatus_t cublasLtMatmul(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc, const void *alpha, const void *a,
                              cublasLtMatrixLayout_t a_layout, const void *b, cublasLtMatrixLayout_t b_layout,
                              const void *beta, const void *c, cublasLtMatrixLayout_t c_layout, void *d,
                              cublasLtMatrixLayout_t d_layout, const cublasLtMatmulAlgo_t *, void *, size_t,
                              cudaStream_t stream)
{
    library_call call(WHERE("cublasLtMatmul"));
    if (cublasStatus_t status =
            begin(call, handle, desc && a_layout && b_layout && c_layout && d_layout && alpha && beta))
        return status;
    product p = {get<description>(desc),
                 {get<layout>(a_layout), (char *)const_cast<void *>(a)},
                 {get<layout>(b_layout), (char *)const_cast<void *>(b)},
                 {get<layout>(c_layout), (char *)const_cast<void *>(c)},
                 {get<layout>(d_layout), (char *)d},
                 static_cast<const float *>(alpha),
                 static_cast<const float *>(beta)};
    const bool on_host = p.how.pointers == CUBLASLT_POINTER_MODE_HOST;
    verdict v = look_at(p);
    if (v.status == CUBLAS_STATUS_SUCCESS)
        v = look_at_pointers(p);
    if (v.status != CUBLAS_STATUS_SUCCESS) {
        library_call::refuse("%s", v.why);
        return v.status;
    }
    if (p.d.as.rows == 0 || p.d.as.columns == 0)
        return CUBLAS_STATUS_SUCCESS;
    if (on_host) {
        p.alpha = call.keep(p.alpha);
        p.beta = call.keep(p.beta);
    } else {
        call.uses(operand("alpha", alpha, sizeof(float), use::reads));
        call.uses(operand("beta", beta, sizeof(float), use::reads));
    }
    for (int i = 0; i < p.d.as.batch; ++i) {
        call.uses(p.a.used("A", i, use::reads), p.alpha, sizeof(float), sizeof(float));
        call.uses(p.b.used("B", i, use::reads), p.alpha, sizeof(float), sizeof(float));
        if (!on_host || *p.beta != 0)
            call.uses(p.c.used("C", i, use::reads), p.beta, sizeof(float), sizeof(float));
        if (p.has_bias())
            call.uses(vector("the bias", p.bias(i), size_of(p.bias_type()), (long long)p.d.as.rows, 1, use::reads));
    }
    for (int i = 0; i < p.d.as.batch; ++i)
        call.uses(p.d.used("D", i, use::writes));
    return status_of(call.queue(stream, false, [p] {
        for (int i = 0; i < p.d.as.batch; ++i)
            p.run(i);
    }));
}

cublasStatus_t cublasLtMatmulAlgoGetHeuristic(cublasLtHandle_t handle, cublasLtMatmulDesc_t desc,
                                              cublasLtMatrixLayout_t a_layout, cublasLtMatrixLayout_t b_layout,
                                              cublasLtMatrixLayout_t c_layout, cublasLtMatrixLayout_t d_layout,
                                              cublasLtMatmulPreference_t preference, int requested,
                                              cublasLtMatmulHeuristicResult_t results[], int *found)
{
    const library_call call(WHERE("cublasLtMatmulAlgoGetHeuristic"));
    if (cublasStatus_t status =
            begin(call, handle, desc && a_layout && b_layout && c_layout && d_layout && preference && results && found))
        return status;
    *found = 0;
    if (requested < 1) {
        library_call::refuse("requestedAlgoCount is %d.", requested);
        return CUBLAS_STATUS_INVALID_VALUE;
    }
    const product p = {get<description>(desc),
                       {get<layout>(a_layout), nullptr},
                       {get<layout>(b_layout), nullptr},
                       {get<layout>(c_layout), nullptr},
                       {get<layout>(d_layout), nullptr},
                       nullptr,
                       nullptr};
    const verdict v = look_at(p);
    if (v.status != CUBLAS_STATUS_SUCCESS) {
        library_call::refuse("%s", v.why);
        return v.status;
    }
    results[0] = {};
    results[0].state = CUBLAS_STATUS_SUCCESS;
    results[0].wavesCount = 1;
    *found = 1;
    return CUBLAS_STATUS_SUCCESS;
}
