// SPDX-License-Identifier: MIT
// cublas_lt.cu: cuBLASLt: products with epilogues, transposed, of rows, in batches, in place, of half and bfloat16, and
// what it refuses. All values are small integers, so sums are exact.

#include <cublasLt.h>
#include <math.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cublasStatus_t status = (call);                                                                                \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                         \
            printf("%s: %s\n", #call, cublasLtGetStatusName(status));                                                  \
            exit(1);                                                                                                   \
        }                                                                                                              \
    } while (0)

constexpr int m = 16, n = 8, k = 32, batch = 3;

static cublasLtHandle_t handle;
static void *workspace;
const size_t workspace_size = 1 << 22;

template <class T> static float number(T x)
{
    return floorf((float)x * 100 + 0.5f) / 100; // no -0, and no tiny negative number
}

template <class T> static void show(const char *what, const T *dev, int count = m * n)
{
    static T host[batch * m * n];
    HANDLE_ERROR(cudaMemcpy(host, dev, count * sizeof(T), cudaMemcpyDeviceToHost));
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += (i % 7 + 1) * number(host[i]);
    printf("%s: %.2f %.2f %.2f, %.1f\n", what, number(host[0]), number(host[1]), number(host[count - 1]), sum);
}

// D = epilogue(alpha op(A) op(B) + beta C), by what the heuristic finds.
static void multiply(cublasLtMatmulDesc_t desc, float alpha, const void *a, cublasLtMatrixLayout_t a_layout,
                     const void *b, cublasLtMatrixLayout_t b_layout, float beta, const void *c, void *d,
                     cublasLtMatrixLayout_t d_layout)
{
    cublasLtMatmulPreference_t preference;
    CHECK(cublasLtMatmulPreferenceCreate(&preference));
    CHECK(cublasLtMatmulPreferenceSetAttribute(preference, CUBLASLT_MATMUL_PREF_MAX_WORKSPACE_BYTES, &workspace_size,
                                               sizeof workspace_size));
    cublasLtMatmulHeuristicResult_t found;
    int count = 0;
    CHECK(cublasLtMatmulAlgoGetHeuristic(handle, desc, a_layout, b_layout, d_layout, d_layout, preference, 1, &found,
                                         &count));
    if (count != 1)
        printf("the heuristic finds %d\n", count);
    CHECK(cublasLtMatmulPreferenceDestroy(preference));
    CHECK(cublasLtMatmul(handle, desc, &alpha, a, a_layout, b, b_layout, &beta, c, d_layout, d, d_layout, &found.algo,
                         workspace, workspace_size, nullptr));
}

template <class T> static T *on_device(int count, int factor, int modulus)
{
    static float numbers[batch * k * m];
    T host[batch * k * m], *dev;
    for (int i = 0; i < count; i++) {
        numbers[i] = (float)(i * factor % modulus - modulus / 2);
        host[i] = T(numbers[i]);
    }
    HANDLE_ERROR(cudaMalloc((void **)&dev, count * sizeof(T)));
    HANDLE_ERROR(cudaMemcpy(dev, host, count * sizeof(T), cudaMemcpyHostToDevice));
    return dev;
}

template <class T> static void set(cublasLtMatmulDesc_t desc, cublasLtMatmulDescAttributes_t which, T value)
{
    CHECK(cublasLtMatmulDescSetAttribute(desc, which, &value, sizeof value));
}

template <class T> static void of_type(const char *name, cudaDataType type)
{
    T *a = on_device<T>(batch * m * k, 5, 7), *b = on_device<T>(batch * k * n, 3, 5);
    T *c = on_device<T>(batch * m * n, 2, 9), *bias = on_device<T>(m, 4, 11), *d = on_device<T>(batch * m * n, 1, 3);
    cublasLtMatmulDesc_t desc;
    CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    cublasLtMatrixLayout_t plain_a, turned_a, plain_b, plain_d;
    CHECK(cublasLtMatrixLayoutCreate(&plain_a, type, m, k, m));
    CHECK(cublasLtMatrixLayoutCreate(&turned_a, type, k, m, k));
    CHECK(cublasLtMatrixLayoutCreate(&plain_b, type, k, n, k));
    CHECK(cublasLtMatrixLayoutCreate(&plain_d, type, m, n, m));
    printf("%s\n", name);
    multiply(desc, 1, a, plain_a, b, plain_b, 0, c, d, plain_d);
    show("plain", d);
    multiply(desc, 2, a, plain_a, b, plain_b, -1, c, d, plain_d);
    show("and C", d);
    set(desc, CUBLASLT_MATMUL_DESC_TRANSA, (int32_t)CUBLAS_OP_T);
    multiply(desc, 1, a, turned_a, b, plain_b, 0, c, d, plain_d);
    show("transposed", d);
    const struct {
        const char *name;
        cublasLtEpilogue_t which;
    } epilogues[] = {{"RELU", CUBLASLT_EPILOGUE_RELU},           {"BIAS", CUBLASLT_EPILOGUE_BIAS},
                     {"RELU_BIAS", CUBLASLT_EPILOGUE_RELU_BIAS}, {"GELU", CUBLASLT_EPILOGUE_GELU},
                     {"GELU_BIAS", CUBLASLT_EPILOGUE_GELU_BIAS}, {"DEFAULT", CUBLASLT_EPILOGUE_DEFAULT}};
    for (const auto &e : epilogues) {
        set(desc, CUBLASLT_MATMUL_DESC_EPILOGUE, (uint32_t)e.which);
        set(desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)(e.which & CUBLASLT_EPILOGUE_BIAS ? bias : nullptr));
        multiply(desc, 0.125f, a, turned_a, b, plain_b, 0, c, d, plain_d);
        show(e.name, d);
    }
    multiply(desc, 1, a, turned_a, b, plain_b, 1, d, d, plain_d);
    show("in place", d);
    const int32_t count = batch;
    const int64_t strides[] = {m * k, k * n, m * n};
    cublasLtMatrixLayout_t all[] = {turned_a, plain_b, plain_d};
    for (int i = 0; i < 3; i++) {
        CHECK(cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_BATCH_COUNT, &count, sizeof count));
        CHECK(cublasLtMatrixLayoutSetAttribute(all[i], CUBLASLT_MATRIX_LAYOUT_STRIDED_BATCH_OFFSET, &strides[i],
                                               sizeof strides[i]));
    }
    multiply(desc, 1, a, turned_a, b, plain_b, 0, c, d, plain_d);
    show("batch", d, batch * m * n);
    for (cublasLtMatrixLayout_t layout : {plain_a, turned_a, plain_b, plain_d})
        CHECK(cublasLtMatrixLayoutDestroy(layout));
    CHECK(cublasLtMatmulDescDestroy(desc));
    for (void *memory : {(void *)a, (void *)b, (void *)c, (void *)d, (void *)bias})
        HANDLE_ERROR(cudaFree(memory));
}

// Matrices that lie row after row.
static void of_rows()
{
    float *a = on_device<float>(m * k, 5, 7), *b = on_device<float>(k * n, 3, 5), *d = on_device<float>(m * n, 1, 3);
    cublasLtMatmulDesc_t desc;
    CHECK(cublasLtMatmulDescCreate(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    cublasLtMatrixLayout_t layouts[3];
    CHECK(cublasLtMatrixLayoutCreate(&layouts[0], CUDA_R_32F, m, k, k));
    CHECK(cublasLtMatrixLayoutCreate(&layouts[1], CUDA_R_32F, k, n, n));
    CHECK(cublasLtMatrixLayoutCreate(&layouts[2], CUDA_R_32F, m, n, n));
    const int32_t order = CUBLASLT_ORDER_ROW;
    for (cublasLtMatrixLayout_t layout : layouts)
        CHECK(cublasLtMatrixLayoutSetAttribute(layout, CUBLASLT_MATRIX_LAYOUT_ORDER, &order, sizeof order));
    multiply(desc, 1, a, layouts[0], b, layouts[1], 0, d, d, layouts[2]);
    show("rows", d);
    for (cublasLtMatrixLayout_t layout : layouts)
        CHECK(cublasLtMatrixLayoutDestroy(layout));
    CHECK(cublasLtMatmulDescDestroy(desc));
    for (void *memory : {(void *)a, (void *)b, (void *)d})
        HANDLE_ERROR(cudaFree(memory));
}

static void refused()
{
    cublasLtMatmulDescOpaque_t desc;
    cublasLtMatrixLayoutOpaque_t a, b, d;
    CHECK(cublasLtMatmulDescInit(&desc, CUBLAS_COMPUTE_32F, CUDA_R_32F));
    CHECK(cublasLtMatrixLayoutInit(&a, CUDA_R_32F, m, k, m));
    CHECK(cublasLtMatrixLayoutInit(&b, CUDA_R_32F, k + 1, n, k + 1));
    CHECK(cublasLtMatrixLayoutInit(&d, CUDA_R_32F, m, n, m));
    float *memory = on_device<float>(2 * m * k, 5, 7), one = 1;
    printf("sizes that do not fit: %s\n",
           cublasLtGetStatusName(cublasLtMatmul(handle, &desc, &one, memory, &a, memory, &b, &one, memory, &d, memory,
                                                &d, nullptr, nullptr, 0, nullptr)));
    printf("no layout: %s\n",
           cublasLtGetStatusName(cublasLtMatmul(handle, &desc, &one, memory, nullptr, memory, &b, &one, memory, &d,
                                                memory, &d, nullptr, nullptr, 0, nullptr)));
    int32_t op = CUBLAS_OP_T;
    printf("too small a value: %s\n",
           cublasLtGetStatusName(cublasLtMatmulDescSetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, 1)));
    size_t written = 0;
    CHECK(cublasLtMatmulDescGetAttribute(&desc, CUBLASLT_MATMUL_DESC_TRANSA, &op, sizeof op, &written));
    printf("transa %d, %zu bytes\n", op, written);
    cublasLtMatrixLayoutOpaque_t fitting_b;
    CHECK(cublasLtMatrixLayoutInit(&fitting_b, CUDA_R_32F, k, n, k));
    set(&desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)memory);
    printf("a bias that the epilogue has not: %s\n",
           cublasLtGetStatusName(cublasLtMatmul(handle, &desc, &one, memory, &a, memory, &fitting_b, &one, memory, &d,
                                                memory, &d, nullptr, nullptr, 0, nullptr)));
    set(&desc, CUBLASLT_MATMUL_DESC_EPILOGUE, (uint32_t)CUBLASLT_EPILOGUE_BIAS);
    set(&desc, CUBLASLT_MATMUL_DESC_BIAS_POINTER, (const void *)nullptr);
    printf("an epilogue without its bias: %s\n",
           cublasLtGetStatusName(cublasLtMatmul(handle, &desc, &one, memory, &a, memory, &fitting_b, &one, memory, &d,
                                                memory, &d, nullptr, nullptr, 0, nullptr)));
    printf("no handle: %s\n",
           cublasLtGetStatusName(cublasLtMatmul(nullptr, &desc, &one, memory, &a, memory, &b, &one, memory, &d, memory,
                                                &d, nullptr, nullptr, 0, nullptr)));
    HANDLE_ERROR(cudaFree(memory));
}

int main(void)
{
    CHECK(cublasLtCreate(&handle));
    HANDLE_ERROR(cudaMalloc(&workspace, workspace_size));
    printf("version %d\n", (int)(cublasLtGetVersion() / 10000));
    of_type<float>("float", CUDA_R_32F);
    of_type<__half>("half", CUDA_R_16F);
    of_type<__nv_bfloat16>("bfloat16", CUDA_R_16BF);
    of_rows();
    refused();
    CHECK(cublasLtDestroy(handle));
    HANDLE_ERROR(cudaFree(workspace));
    return 0;
}
