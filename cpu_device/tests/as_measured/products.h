// SPDX-License-Identifier: MIT
// Sums of products in all shapes, of which nvcc fuses some. products.cu and products_unfused.cu have the same source.
#include "probe.h"

INPUTS(floats, float, 0.1f, 0.7f, 1.1f, -1.3f, 3.3333f, -0.0123f, 1234.567f, 1e-20f)
INPUTS(doubles, double, 0.1, 0.7, 1.1, -1.3, 3.3333, -0.0123, 1234.567, 1e-200)

#define PRODUCTS(type)                                                                                                 \
    PROBE2(plus_of_##type, type##s, x *y + (type)0.3)                                                                  \
    PROBE2(minus_of_##type, type##s, x *y - (type)0.3)                                                                 \
    PROBE2(minus_product_of_##type, type##s, (type)0.3 - x * y)                                                        \
    PROBE2(negative_product_of_##type, type##s, -(x * y) + (type)0.3)                                                  \
    PROBE2(negative_both_of_##type, type##s, -(x * y) - (type)0.3)                                                     \
    PROBE2(negative_sum_of_##type, type##s, -(x * y + (type)0.3))                                                      \
    PROBE2(two_products_of_##type, type##s, x *(type)1.7 + y * (type)1.9)                                              \
    PROBE2(two_products_turned_of_##type, type##s, y *(type)1.9 + x * (type)1.7)                                       \
    PROBE2(difference_of_two_of_##type, type##s, x *(type)1.7 - y * (type)1.9)                                         \
    PROBE2(squares_of_##type, type##s, x *x + y * y)                                                                   \
    PROBE2(difference_of_squares_of_##type, type##s, x *x - y * y)                                                     \
    PROBE2(three_products_of_##type, type##s, x *x + x * y + y * y)                                                    \
    PROBE2(three_products_grouped_of_##type, type##s, x *x + (x * y + y * y))                                          \
    PROBE2(doubled_of_##type, type##s, 2 * x * y + x)                                                                  \
    PROBE2(doubled_and_product_of_##type, type##s, 2 * x + (type)1.9 * y)                                              \
    PROBE2(twice_a_product_of_##type, type##s, x *y + y * x + (type)0.3)                                               \
    PROBE2(halved_and_product_of_##type, type##s, x / 2 + (type)1.9 * y)                                               \
    PROBE2(polynomial_of_##type, type##s, ((type)0.3 * x + y) * x + (type)0.9)
PRODUCTS(float)
PRODUCTS(double)

template <class T> __device__ T used_twice(T x, T y)
{
    const T product = x * y;
    return (product + (T)0.3) / (product - (T)0.7);
}
template <class T> __device__ T used_otherwise(T x, T y)
{
    const T product = x * y;
    return (product + (T)0.3) / product;
}
template <class T> __device__ T in_branches(T x, T y)
{
    const T product = x * y;
    return x > y ? product + (T)0.3 : product - (T)0.7;
}
template <class T> __device__ T in_a_loop(T x, T y)
{
    T sum = 0;
    for (int i = 0; i < 5; ++i)
        sum += x * y * i;
    return sum;
}
template <class T> __device__ T carried(T x, T y)
{
    int rounds = 0;
    while (x * x + y * y < 1000 && rounds++ < 8) {
        const T next = x * x - y * y + (T)0.3;
        y = 2 * x * y - (T)0.1;
        x = next;
    }
    return x + y;
}
#define FUNCTIONS(type)                                                                                                \
    PROBE2(used_twice_of_##type, type##s, used_twice(x, y))                                                            \
    PROBE2(used_otherwise_of_##type, type##s, used_otherwise(x, y))                                                    \
    PROBE2(in_branches_of_##type, type##s, in_branches(x, y))                                                          \
    PROBE2(in_a_loop_of_##type, type##s, in_a_loop(x, y))                                                              \
    PROBE2(carried_of_##type, type##s, carried(x, y))
FUNCTIONS(float)
FUNCTIONS(double)

PROBE2(fmul_rn, floats, __fmul_rn(x, y) + 0.3f)
PROBE2(fadd_rn, floats, __fadd_rn(x *y, 0.3f))
PROBE2(dmul_rn, doubles, __dmul_rn(x, y) + 0.3)
PROBE2(fmaf_rn, floats, __fmaf_rn(x, y, 0.3f))
