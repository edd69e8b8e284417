// SPDX-License-Identifier: MIT
// Floating-point numbers of 16 bits and fewer, as integers with their bits: E bits of exponent and M of fraction, below
// the sign. Values are computed in double and rounded once. All in integers, so that every processor has the same.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "words.h"

#include <type_traits>

#include "rounding.h"

#include "letters_hidden.h"

namespace cpu_device
{
// |x| as exponent and fraction, rounded; `r` goes with the sign of x. Where it is larger than the format's numbers, so
// is the result. x is no NaN.
template <int E, int M> __host__ __device__ constexpr cpu_device::unsigned64 rounded_magnitude(double x, rounding r)
{
    constexpr int lowest = 2 - (1 << (E - 1)); // exponent of the normal numbers
    const cpu_device::unsigned64 bits = __builtin_bit_cast(cpu_device::unsigned64, x);
    const bool negative = bits >> 63 != 0;
    int exponent = (int)(bits >> 52 & 0x7ff) - 1023;
    cpu_device::unsigned64 significand = bits & 0xfffffffffffff;
    if (exponent > -1023)
        significand |= 1ull << 52;
    else
        exponent = -1022;
    const int below = exponent < lowest ? lowest - exponent : 0;
    const int shift = 52 - M + below < 60 ? 52 - M + below : 60; // 60: less than half of the smallest number is left
    const cpu_device::unsigned64 whole = significand >> shift, rest = significand & ((1ull << shift) - 1),
                                 tie = 1ull << (shift - 1);
    const bool away = r == rounding::nearest ? rest > tie || (rest == tie && (whole & 1) != 0)
                                             : rest != 0 && r == (negative ? rounding::down : rounding::up);
    return whole + away + (below == 0 ? (cpu_device::unsigned64)(exponent - lowest) << M : 0);
}

// A format with infinities, and NaN in all bits of it but the sign.
template <int E, int M>
__host__ __device__ constexpr cpu_device::unsigned16 rounded_bits(double x, rounding r = rounding::nearest)
{
    constexpr cpu_device::unsigned16 infinity = ((1 << E) - 1) << M, nan = (1 << (E + M)) - 1;
    if (x != x)
        return nan;
    const bool negative = __builtin_bit_cast(cpu_device::unsigned64, x) >> 63 != 0;
    cpu_device::unsigned64 magnitude = rounded_magnitude<E, M>(x, r);
    if (magnitude >= infinity) {
        const bool infinite = x - x != 0; // x is
        const bool to_infinity = r == rounding::nearest || r == (negative ? rounding::down : rounding::up);
        magnitude = infinite || to_infinity ? infinity : infinity - 1;
    }
    return (cpu_device::unsigned16)(negative << (E + M) | magnitude);
}

// A number of the format; not for infinities and NaN.
template <int E, int M> __host__ __device__ constexpr float value_of_bits(cpu_device::unsigned32 bits)
{
    constexpr cpu_device::unsigned32 bias = (cpu_device::unsigned32)(128 - (1 << (E - 1))) << 23;
    const cpu_device::unsigned32 sign = bits >> (E + M) << 31, magnitude = (bits & ((1 << (E + M)) - 1)) << (23 - M);
    float value = 0;
    if (magnitude >> 23 != 0) {
        value = __builtin_bit_cast(float, magnitude + bias);
    } else { // the fraction after that of the smallest normal number, less that number
        constexpr cpu_device::unsigned32 smallest = bias + (1 << 23);
        value = __builtin_bit_cast(float, smallest + magnitude) - __builtin_bit_cast(float, smallest);
    }
    return __builtin_bit_cast(float, __builtin_bit_cast(cpu_device::unsigned32, value) | sign);
}

// a * b + c, where the product is exact in double. The sum is rounded to an odd last bit, if at all, so that to round
// it once more, to at most 51 bits, is to round it once.
__host__ __device__ inline double fused(double a, double b, double c)
{
    const double product = a * b, sum = product + c, of_c = sum - product;
    const double error = (product - (sum - of_c)) + (c - of_c);
    cpu_device::unsigned64 bits = __builtin_bit_cast(cpu_device::unsigned64, sum);
    if (error == error && error != 0 && (bits & 1) == 0) // NaN: one of them is infinite
        bits += (error > 0) == (sum > 0) ? 1 : -1;
    return __builtin_bit_cast(double, bits);
}

// As a double; an integer of more bits than that has is rounded to an odd last bit, too.
template <class I> __host__ __device__ constexpr double as_double(I value)
{
    if constexpr (std::is_integral_v<I> && sizeof(I) == 8) {
        const I high = value >> 53;
        if (high != 0 && high != (I)-1)
            return (double)(value >> 11 | ((value & 2047) != 0)) * 2048;
    }
    return (double)value;
}

// To an integer, out of range to the nearest there is. NaN becomes 0, and of 64 bits the top bit alone.
template <rounding r, class I> __host__ __device__ inline I narrow_to_integer(float x)
{
    if (x != x)
        return sizeof(I) == 8 ? (I)(1ull << 63) : 0;
    return to_integer<r, I>(x);
}
} // namespace cpu_device

#include "letters_shown.h"
