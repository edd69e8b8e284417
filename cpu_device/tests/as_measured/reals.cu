// SPDX-License-Identifier: MIT
// reals: arithmetic of float and double on NaN, infinities, zeros and denormals; minimum and maximum; comparisons;
// rounding.
#include <cmath>

#include "probe.h"

INPUTS(floats, float, NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, -1e-45f, 1e-40f, 1.17549435e-38f, 0.1f, 0.5f,
       -0.5f, 1.0f, -1.0f, 1.5f, -2.5f, 3.0f, 8388607.5f, -8388609.0f, 16777216.0f, 1e20f, 3.4028235e38f,
       -3.4028235e38f)
INPUTS(doubles, double, NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 5e-324, -5e-324, 1e-310, 2.2250738585072014e-308,
       0.1, 0.5, -0.5, 1.0, -1.0, 1.5, -2.5, 3.0, 4503599627370495.5, -4503599627370497.5, 1e200,
       1.7976931348623157e308, -1.7976931348623157e308)
INPUTS(float_pairs, float, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, -1e-40f, 0.1f, -3.0f, 1e20f, 3.4028235e38f)
INPUTS(double_pairs, double, -NAN, INFINITY, -INFINITY, 0.0, -0.0, -1e-310, 0.1, -3.0, 1e200, 1.7976931348623157e308)

#define ARITHMETIC(type)                                                                                               \
    PROBE2(sum_of_##type, type##_pairs, x + y)                                                                         \
    PROBE2(difference_of_##type, type##_pairs, x - y)                                                                  \
    PROBE2(product_of_##type, type##_pairs, x *y)                                                                      \
    PROBE2(quotient_of_##type, type##_pairs, x / y)                                                                    \
    PROBE2(product_and_sum_of_##type, type##_pairs, x *y + x)                                                          \
    PROBE2(difference_of_products_of_##type, type##_pairs, x *y - y * y)                                               \
    PROBE2(fma_of_##type, type##_pairs, fma(x, y, (type)1))                                                            \
    PROBE2(fmin_of_##type, type##_pairs, fmin(x, y))                                                                   \
    PROBE2(fmax_of_##type, type##_pairs, fmax(x, y))                                                                   \
    PROBE2(min_of_##type, type##_pairs, min(x, y))                                                                     \
    PROBE2(max_of_##type, type##_pairs, max(x, y))                                                                     \
    PROBE2(fdim_of_##type, type##_pairs, fdim(x, y))                                                                   \
    PROBE2(fmod_of_##type, type##_pairs, fmod(x, y))                                                                   \
    PROBE2(remainder_of_##type, type##_pairs, remainder(x, y))                                                         \
    PROBE2(copysign_of_##type, type##_pairs, copysign(x, y))                                                           \
    PROBE2(nextafter_of_##type, type##_pairs, nextafter(x, y))                                                         \
    PROBE2(comparisons_of_##type, type##_pairs,                                                                        \
           (x < y) | (x <= y) << 1 | (x > y) << 2 | (x >= y) << 3 | (x == y) << 4 | (x != y) << 5 |                    \
               (x != x || y != y) << 6)                                                                                \
    PROBE2(larger_by_hand_of_##type, type##_pairs, x > y ? x : y)                                                      \
    PROBE(negative_##type, type##s, -x)                                                                                \
    PROBE(absolute_##type, type##s, fabs(x))                                                                           \
    PROBE(root_of_##type, type##s, sqrt(x))                                                                            \
    PROBE(reciprocal_of_##type, type##s, 1 / x)                                                                        \
    PROBE(times_0_##type, type##s, x * 0)                                                                              \
    PROBE(plus_0_##type, type##s, x + 0)                                                                               \
    PROBE(times_1_##type, type##s, x * 1)                                                                              \
    PROBE(minus_itself_##type, type##s, x - x)                                                                         \
    PROBE(nothing_done_to_##type, type##s, x)                                                                          \
    PROBE(rint_of_##type, type##s, rint(x))                                                                            \
    PROBE(nearbyint_of_##type, type##s, nearbyint(x))                                                                  \
    PROBE(round_of_##type, type##s, round(x))                                                                          \
    PROBE(trunc_of_##type, type##s, trunc(x))                                                                          \
    PROBE(floor_of_##type, type##s, floor(x))                                                                          \
    PROBE(ceil_of_##type, type##s, ceil(x))                                                                            \
    PROBE(ldexp_of_##type, type##s, ldexp(x, 3))                                                                       \
    PROBE(ldexp_down_of_##type, type##s, ldexp(x, -140))                                                               \
    PROBE(ilogb_of_##type, type##s, ilogb(x))                                                                          \
    PROBE(logb_of_##type, type##s, logb(x))                                                                            \
    PROBE(classes_of_##type, type##s, isnan(x) | isinf(x) << 1 | isfinite(x) << 2 | signbit(x) << 3)
ARITHMETIC(float)
ARITHMETIC(double)

PROBE(saturated, floats, __saturatef(x))
PROBE(root_rz, floats, __fsqrt_rz(x))
PROBE(reciprocal_rn, floats, __frcp_rn(x))
PROBE(reciprocal_root_rn, floats, __frsqrt_rn(x))
PROBE2(add_rd, float_pairs, __fadd_rd(x, y))
PROBE2(mul_rz, float_pairs, __fmul_rz(x, y))
PROBE2(mul_rn_then_add, float_pairs, __fmul_rn(x, y) + x)
PROBE2(div_ru, float_pairs, __fdiv_ru(x, y))
PROBE2(double_product_as_float, double_pairs, (float)(x *y))
PROBE2(half_product, float_pairs, __half_as_ushort(__float2half(x) * __float2half(y)))
PROBE2(half_maximum, float_pairs, __half_as_ushort(__hmax(__float2half(x), __float2half(y))))
PROBE2(half_minimum_nan, float_pairs, __half_as_ushort(__hmin_nan(__float2half(x), __float2half(y))))
