// SPDX-License-Identifier: MIT
// cublas_halves.cu: products of half and bfloat16 matrices: which types go together, and what comes out. The values are
// small integers, so results are exact in any order of summation; one is rounded, once, at its end.

#include <cublas_v2.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call)                                                                                                    \
    do {                                                                                                               \
        cublasStatus_t status = (call);                                                                                \
        if (status != CUBLAS_STATUS_SUCCESS) {                                                                         \
            printf("%s: %s\n", #call, cublasGetStatusName(status));                                                    \
            return 1;                                                                                                  \
        }                                                                                                              \
    } while (0)

#define SHOW(call) printf("%s: %s\n", #call, cublasGetStatusName(call))

const int size = 64; // elements of each matrix, with room
const cudaDataType half_type = CUDA_R_16F, bfloat_type = CUDA_R_16BF, float_type = CUDA_R_32F;
const cublasOperation_t plain = CUBLAS_OP_N, turned = CUBLAS_OP_T;

static void *dev[3]; // A, B and C

static size_t bytes(cudaDataType type)
{
    return type == float_type ? 4 : 2;
}

static void put(void *host, int i, cudaDataType type, float x)
{
    if (type == float_type)
        ((float *)host)[i] = x;
    else if (type == half_type)
        ((__half *)host)[i] = __float2half(x);
    else
        ((__nv_bfloat16 *)host)[i] = __float2bfloat16(x);
}

static float get(const void *host, int i, cudaDataType type)
{
    return type == float_type  ? ((const float *)host)[i]
           : type == half_type ? __half2float(((const __half *)host)[i])
                               : __bfloat162float(((const __nv_bfloat16 *)host)[i]);
}

static void fill(cudaDataType in, cudaDataType out)
{
    char host[size * 4];
    for (int k = 0; k < 3; k++) {
        const cudaDataType type = k == 2 ? out : in;
        for (int i = 0; i < size; i++)
            put(host, i, type, (float)((i * (k + 2) + k) % 5 - 2));
        HANDLE_ERROR(cudaMemcpy(dev[k], host, size * bytes(type), cudaMemcpyHostToDevice));
    }
}

static void show(const char *what, cudaDataType out, int count)
{
    char host[size * 4];
    HANDLE_ERROR(cudaMemcpy(host, dev[2], size * bytes(out), cudaMemcpyDeviceToHost));
    printf("%s:", what);
    for (int i = 0; i < count; i++)
        printf(" %g", get(host, i, out) + 0); // no -0
    printf("\n");
}

// Every pair of types, each computed in every way.
static int types_that_go_together(cublasHandle_t h)
{
    const cudaDataType types[] = {half_type, bfloat_type, float_type};
    const char *names[] = {"half", "bfloat16", "float"};
    const struct {
        const char *name;
        cublasComputeType_t type;
        bool of_half;
    } computes[] = {{"16F", CUBLAS_COMPUTE_16F, true},
                    {"16F_PEDANTIC", CUBLAS_COMPUTE_16F_PEDANTIC, true},
                    {"32F", CUBLAS_COMPUTE_32F, false},
                    {"32F_PEDANTIC", CUBLAS_COMPUTE_32F_PEDANTIC, false},
                    {"32F_FAST_16F", CUBLAS_COMPUTE_32F_FAST_16F, false},
                    {"32F_FAST_16BF", CUBLAS_COMPUTE_32F_FAST_16BF, false},
                    {"32F_FAST_TF32", CUBLAS_COMPUTE_32F_FAST_TF32, false}};
    for (int in = 0; in < 3; in++)
        for (int out = 0; out < 3; out++)
            for (const auto &compute : computes) {
                char alpha[4], beta[4], what[100];
                put(alpha, 0, compute.of_half ? half_type : float_type, 2);
                put(beta, 0, compute.of_half ? half_type : float_type, -1);
                fill(types[in], types[out]);
                const cublasStatus_t status =
                    cublasGemmEx(h, plain, turned, 4, 4, 8, alpha, dev[0], types[in], 8, dev[1], types[in], 8, beta,
                                 dev[2], types[out], 4, compute.type, CUBLAS_GEMM_DEFAULT);
                snprintf(what, sizeof what, "%s to %s in %s", names[in], names[out], compute.name);
                if (status == CUBLAS_STATUS_SUCCESS)
                    show(what, types[out], 16);
                else
                    printf("%s: %s\n", what, cublasGetStatusName(status));
            }
    return 0;
}

int main(void)
{
    cublasHandle_t h;
    CHECK(cublasCreate(&h));
    for (void *&memory : dev)
        HANDLE_ERROR(cudaMalloc(&memory, size * sizeof(float)));
    if (types_that_go_together(h))
        return 1;

    const __half one_half = __float2half(1), two_halves = __float2half(2), zero_half = __float2half(0);
    __half *a = (__half *)dev[0], *b = (__half *)dev[1], *c = (__half *)dev[2];
    fill(half_type, half_type);
    CHECK(cublasHgemm(h, plain, plain, 4, 3, 5, &one_half, a, 6, b, 5, &zero_half, c, 6));
    show("Hgemm NN", half_type, 18);
    CHECK(cublasHgemm(h, turned, plain, 4, 3, 5, &two_halves, a, 5, b, 6, &one_half, c, 4));
    show("Hgemm TN", half_type, 18);
    CHECK(cublasHgemm(h, turned, turned, 4, 3, 5, &one_half, a, 6, b, 4, &two_halves, c, 5));
    show("Hgemm TT", half_type, 18);
    CHECK(cublasHgemm(h, plain, plain, 4, 3, 0, &one_half, a, 6, b, 5, &two_halves, c, 6));
    show("Hgemm of nothing", half_type, 18);
    fill(half_type, half_type);
    CHECK(cublasHgemmStridedBatched(h, plain, plain, 2, 2, 4, &one_half, a, 2, 8, b, 4, 8, &one_half, c, 2, 6, 5));
    show("HgemmStridedBatched", half_type, 30);

    // 0 times what is not there: neither NaN in C nor in A matters
    const float zero = 0, one = 1, third = 1.0f / 3, large = 16384;
    HANDLE_ERROR(cudaMemset(c, 0xff, size * sizeof *c));
    CHECK(cublasGemmEx(h, plain, plain, 4, 4, 4, &one, a, half_type, 4, b, half_type, 4, &zero, c, half_type, 4,
                       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    show("beta 0 over NaN", half_type, 17);
    HANDLE_ERROR(cudaMemset(a, 0xff, size * sizeof *a));
    CHECK(cublasGemmEx(h, plain, plain, 4, 4, 4, &zero, a, half_type, 4, b, half_type, 4, &one, c, half_type, 4,
                       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    show("alpha 0 of NaN", half_type, 16);

    // rounded at the end; too large
    fill(half_type, half_type);
    CHECK(cublasGemmEx(h, plain, plain, 4, 4, 1, &third, a, half_type, 4, b, half_type, 4, &zero, c, half_type, 4,
                       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    show("times a third", half_type, 16);
    CHECK(cublasGemmEx(h, plain, plain, 4, 4, 1, &large, a, half_type, 4, b, half_type, 4, &zero, c, half_type, 4,
                       CUBLAS_COMPUTE_32F, CUBLAS_GEMM_DEFAULT));
    show("times 16384", half_type, 16);

    // the way to compute as a type of elements
    CHECK(cublasSetMathMode(h, CUBLAS_TENSOR_OP_MATH));
    fill(half_type, float_type);
    CHECK(cublasGemmEx(h, plain, turned, 4, 4, 8, &one, a, half_type, 4, b, half_type, 4, &one, c, float_type, 4,
                       CUDA_R_32F, CUBLAS_GEMM_DFALT_TENSOR_OP));
    show("GemmEx, CUDA_R_32F", float_type, 16);
    fill(half_type, half_type);
    CHECK(cublasGemmEx(h, plain, turned, 4, 4, 8, &two_halves, a, half_type, 4, b, half_type, 4, &one_half, c,
                       half_type, 4, CUDA_R_16F, CUBLAS_GEMM_DFALT));
    show("GemmEx, CUDA_R_16F", half_type, 16);
    fill(bfloat_type, bfloat_type);
    CHECK(cublasGemmStridedBatchedEx(h, plain, plain, 4, 4, 4, &one, a, bfloat_type, 4, 16, b, bfloat_type, 4, 16, &one,
                                     c, bfloat_type, 4, 16, 3, CUDA_R_32F, CUBLAS_GEMM_DEFAULT_TENSOR_OP));
    show("GemmStridedBatchedEx, CUDA_R_32F", bfloat_type, 48);
    SHOW(cublasGemmEx(h, plain, plain, 4, 4, 4, &one, a, half_type, 4, b, half_type, 4, &one, c, half_type, 4,
                      CUDA_R_16BF, CUBLAS_GEMM_DEFAULT));

    // pointers to matrices, in device memory
    fill(half_type, float_type);
    const void *pointers[9] = {a, a + 16, a + 32, b + 16, b, b + 16}, **dev_pointers;
    for (int i = 0; i < 3; i++)
        pointers[6 + i] = (float *)dev[2] + 16 * (2 - i);
    HANDLE_ERROR(cudaMalloc((void **)&dev_pointers, sizeof pointers));
    HANDLE_ERROR(cudaMemcpy(dev_pointers, pointers, sizeof pointers, cudaMemcpyHostToDevice));
    CHECK(cublasGemmBatchedEx(h, plain, turned, 4, 4, 4, &one, dev_pointers, half_type, 4, dev_pointers + 3, half_type,
                              4, &one, (void **)dev_pointers + 6, float_type, 4, 3, CUBLAS_COMPUTE_32F,
                              CUBLAS_GEMM_DEFAULT));
    show("GemmBatchedEx", float_type, 48);
    CHECK(cublasGemmBatchedEx(h, plain, turned, 4, 4, 4, &one, dev_pointers, half_type, 4, dev_pointers + 3, half_type,
                              4, &one, (void **)dev_pointers + 6, float_type, 4, 3, CUDA_R_32F, CUBLAS_GEMM_DEFAULT));
    show("GemmBatchedEx, CUDA_R_32F", float_type, 48);
    fill(half_type, half_type);
    for (int i = 0; i < 3; i++)
        pointers[6 + i] = c + 16 * i;
    HANDLE_ERROR(cudaMemcpy(dev_pointers, pointers, sizeof pointers, cudaMemcpyHostToDevice));
    CHECK(cublasHgemmBatched(h, plain, plain, 4, 4, 4, &one_half, (const __half **)dev_pointers, 4,
                             (const __half **)dev_pointers + 3, 4, &two_halves, (__half **)dev_pointers + 6, 4, 3));
    show("HgemmBatched", half_type, 48);

    // alpha and beta of the device
    __half *factors;
    HANDLE_ERROR(cudaMalloc((void **)&factors, 2 * sizeof *factors));
    HANDLE_ERROR(cudaMemcpy(factors, &two_halves, sizeof *factors, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemcpy(factors + 1, &one_half, sizeof *factors, cudaMemcpyHostToDevice));
    fill(half_type, half_type);
    CHECK(cublasSetPointerMode(h, CUBLAS_POINTER_MODE_DEVICE));
    CHECK(cublasHgemm(h, plain, plain, 4, 4, 4, factors, a, 4, b, 4, factors + 1, c, 4));
    show("factors of the device", half_type, 16);

    HANDLE_ERROR(cudaFree(factors));
    HANDLE_ERROR(cudaFree(dev_pointers));
    for (void *memory : dev)
        HANDLE_ERROR(cudaFree(memory));
    CHECK(cublasDestroy(h));
    return 0;
}
