// SPDX-License-Identifier: MIT
// rounding.cu: sums, differences, products, quotients, reciprocals, roots, fused multiply-adds and conversions, rounded
// to nearest, towards 0, down and up.

#include <stdio.h>

#include "../handle_error.h"

constexpr int most = 200;
__device__ double results[most];
__device__ long long integers[most];

#define MODES(X) X(rn) X(rz) X(rd) X(ru)

__global__ void arithmetic(float x, float y, float z, double u, double v, double w)
{
    int i = 0;
#define FLOATS(mode)                                                                                                   \
    results[i++] = __fadd_##mode(x, y), results[i++] = __fsub_##mode(x, y), results[i++] = __fmul_##mode(x, y),        \
    results[i++] = __fdiv_##mode(x, y), results[i++] = __frcp_##mode(y), results[i++] = __fsqrt_##mode(z),             \
    results[i++] = __fmaf_##mode(x, y, z);
#define DOUBLES(mode)                                                                                                  \
    results[i++] = __dadd_##mode(u, v), results[i++] = __dsub_##mode(u, v), results[i++] = __dmul_##mode(u, v),        \
    results[i++] = __ddiv_##mode(u, v), results[i++] = __drcp_##mode(v), results[i++] = __dsqrt_##mode(w),             \
    results[i++] = __fma_##mode(u, v, w);
    MODES(FLOATS)
    MODES(DOUBLES)
}

__global__ void to_floating_point(double u, int n, unsigned int m, long long k, unsigned long long l)
{
    int i = 0;
#define CONVERT(mode)                                                                                                  \
    results[i++] = __double2float_##mode(u), results[i++] = __int2float_##mode(n),                                     \
    results[i++] = __uint2float_##mode(m), results[i++] = __ll2float_##mode(k), results[i++] = __ull2float_##mode(l),  \
    results[i++] = __ll2double_##mode(k), results[i++] = __ull2double_##mode(l);
    MODES(CONVERT)
    results[i++] = __int2double_rn(n);
    results[i++] = __uint2double_rn(m);
}

__global__ void to_integers(float x, double u)
{
    int i = 0;
#define INTEGERS(mode)                                                                                                 \
    integers[i++] = __float2int_##mode(x), integers[i++] = __float2uint_##mode(x),                                     \
    integers[i++] = __float2ll_##mode(x), integers[i++] = (long long)__float2ull_##mode(x),                            \
    integers[i++] = __double2int_##mode(u), integers[i++] = __double2uint_##mode(u),                                   \
    integers[i++] = __double2ll_##mode(u), integers[i++] = (long long)__double2ull_##mode(u);
    MODES(INTEGERS)
}

static void show(const char *what, int columns, int rows)
{
    double host[most];
    HANDLE_ERROR(cudaMemcpyFromSymbol(host, results, columns * rows * sizeof(double)));
    printf("%s\n", what);
    for (int row = 0; row < rows; ++row)
        for (int i = 0; i < columns; ++i)
            printf("%a%s", host[row * columns + i], i + 1 < columns ? " " : "\n");
}

int main(void)
{
    arithmetic<<<1, 1>>>(1.1f, -3.3f, 7.7f, 1.1, -3.3, 7.7);
    HANDLE_ERROR(cudaGetLastError());
    show("1.1, -3.3 and 7.7: sum, difference, product, quotient, reciprocal, root, fused", 7, 8);
    arithmetic<<<1, 1>>>(1e38f, 1e-7f, 3e38f, 1e308, 1e-17, 1.7e308);
    HANDLE_ERROR(cudaGetLastError());
    show("large and small", 7, 8);
    arithmetic<<<1, 1>>>(3e38f, 2.5f, 2, 1.5e308, 2.5, 2);
    HANDLE_ERROR(cudaGetLastError());
    show("products that overflow", 7, 8);

    to_floating_point<<<1, 1>>>(-0.1, -16777217, 4294967295u, -9007199254740993ll, 18446744073709551615ull);
    HANDLE_ERROR(cudaGetLastError());
    show("to floating point", 7, 4);
    to_floating_point<<<1, 1>>>(1e-46, 2147483647, 33554435u, 9223372036854775807ll, 9223372036854776833ull);
    HANDLE_ERROR(cudaGetLastError());
    show("to floating point", 7, 4);

    for (double x : {2.5, -2.5, 3.5, -0.75, 5e9, -5e9, 1e19, -1e19}) {
        to_integers<<<1, 1>>>((float)x, x);
        HANDLE_ERROR(cudaGetLastError());
        long long host[32];
        HANDLE_ERROR(cudaMemcpyFromSymbol(host, integers, sizeof host));
        printf("%g to integers\n", x);
        for (int i = 0; i < 32; ++i)
            printf("%lld%s", host[i], i % 8 < 7 ? " " : "\n");
    }
    return 0;
}
