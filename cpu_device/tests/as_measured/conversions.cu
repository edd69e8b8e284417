// SPDX-License-Identifier: MIT
// conversions: from floating-point numbers to integers, out of range and of NaN too; between floating-point types; and
// from integers.
#include <cmath>

#include "probe.h"

INPUTS(floats, float, NAN, -NAN, INFINITY, -INFINITY, 0.0f, -0.0f, 1e-45f, -1e-40f, 1.17549435e-38f, 0.4999f, 0.5f,
       -0.5f, 0.99f, -0.99f, 1.0f, -1.0f, 1.5f, -1.5f, 2.5f, -2.5f, 3.5f, 100.7f, 127.5f, 128.0f, -128.5f, -129.0f,
       200.0f, 255.7f, 256.0f, 32767.5f, 32768.0f, -32769.0f, 65504.0f, 65519.9f, 65520.0f, 65535.5f, 65536.0f,
       70000.0f, -70000.0f, 8388607.5f, 2147483520.0f, 2147483648.0f, -2147483648.0f, -2147483904.0f, 3e9f,
       4294967040.0f, 4294967296.0f, 1e10f, -1e10f, 9.2233715e18f, 9.223372e18f, -9.223372e18f, 1.8446744e19f, 1e20f,
       -1e20f, 3.4028235e38f, -3.4028235e38f)
INPUTS(doubles, double, NAN, -NAN, INFINITY, -INFINITY, 0.0, -0.0, 5e-324, -1e-310, 0.5, -0.5, 1.5, 2.5, -2.5, 127.5,
       -129.0, 255.7, 256.0, -1.0, 32768.0, 65504.0, 65519.99, 65520.0, 65536.0, -65536.0, 2147483647.0, 2147483647.5,
       2147483648.0, -2147483648.0, -2147483648.5, -2147483649.0, 3e9, 4294967295.0, 4294967295.5, 4294967296.0, -1e10,
       9007199254740993.0, 9223372036854774784.0, 9223372036854775808.0, -9223372036854775808.0, -9.3e18,
       18446744073709549568.0, 18446744073709551616.0, 1e20, -1e20, 1e39, -1e39, 1e300, 3.4028235e38, 3.40282357e38,
       1e-46, 1.00000005960464477)
INPUTS(ints, int, 0, 1, -1, 2, 127, 128, -128, -129, 255, 256, 2047, 2049, 32767, 32768, -32769, 65519, 65520, 65535,
       65536, 16777215, 16777217, 33554433, -16777217, 2147483583, 2147483584, 2147483647, -2147483647 - 1)
INPUTS(longs, long long, 0, 1, -1, 65519, 65520, 16777217, 2147483648, 9007199254740993, -9007199254740993,
       36028797018963969, 4611686018427387905, 9223371487098961921, 9223372036854775807, -9223372036854775807 - 1)

// --- to integers ---

PROBE(float_to_int, floats, (int)x)
PROBE(float_to_unsigned, floats, (unsigned)x)
PROBE(float_to_long_long, floats, (long long)x)
PROBE(float_to_unsigned_long_long, floats, (unsigned long long)x)
PROBE(float_to_short, floats, (short)x)
PROBE(float_to_unsigned_short, floats, (unsigned short)x)
PROBE(float_to_signed_char, floats, (signed char)x)
PROBE(float_to_char, floats, (char)x)
PROBE(float_to_unsigned_char, floats, (unsigned char)x)
PROBE(float_to_bool, floats, (bool)x)
PROBE(double_to_int, doubles, (int)x)
PROBE(double_to_unsigned, doubles, (unsigned)x)
PROBE(double_to_long_long, doubles, (long long)x)
PROBE(double_to_unsigned_long_long, doubles, (unsigned long long)x)
PROBE(double_to_short, doubles, (short)x)
PROBE(double_to_unsigned_short, doubles, (unsigned short)x)
PROBE(double_to_signed_char, doubles, (signed char)x)
PROBE(double_to_unsigned_char, doubles, (unsigned char)x)
PROBE(double_to_bool, doubles, (bool)x)

// --- as a program may come to them: stored, added to, as an index, through another type ---

__device__ int assigned(float x)
{
    int i;
    i = x;
    return i;
}
__device__ unsigned char added(float x)
{
    unsigned char sum = 1;
    sum += x;
    return sum;
}
__device__ int chosen(float x)
{
    return x > 0 ? (int)x : (int)-x;
}
template <class I, class R> __device__ I through_template(R x)
{
    return static_cast<I>(x * 2);
}
struct pixel {
    unsigned char r, g;
};
__device__ unsigned short a_pixel(float x)
{
    pixel p = {(unsigned char)x, (unsigned char)(x * 0.5f)};
    return (unsigned short)(p.r << 8 | p.g);
}
PROBE(assigned_to_int, floats, assigned(x))
PROBE(added_to_unsigned_char, floats, added(x))
PROBE(chosen_int, floats, chosen(x))
PROBE(template_float_to_int, floats, through_template<int>(x))
PROBE(template_double_to_unsigned, doubles, through_template<unsigned>(x))
PROBE(template_float_to_char, floats, through_template<signed char>(x))
PROBE(pixel_of_float, floats, a_pixel(x))
PROBE(float_to_int_plus_1, floats, (int)x + 1u)
PROBE(float_to_int_is_negative, floats, (int)x < 0)
PROBE(float_to_int_and_back, floats, (float)(int)x)
PROBE(float_minus_its_int, floats, x - (int)x)
PROBE(int_of_product, floats, (int)(x * 256.0f))
PROBE(unsigned_char_of_255x, floats, (unsigned char)(x * 255.0f + 0.5f))

// --- by intrinsics and by functions ---

PROBE(float2int_rn, floats, __float2int_rn(x))
PROBE(float2int_rz, floats, __float2int_rz(x))
PROBE(float2int_ru, floats, __float2int_ru(x))
PROBE(float2int_rd, floats, __float2int_rd(x))
PROBE(float2uint_rn, floats, __float2uint_rn(x))
PROBE(float2uint_ru, floats, __float2uint_ru(x))
PROBE(float2ll_rn, floats, __float2ll_rn(x))
PROBE(float2ll_rd, floats, __float2ll_rd(x))
PROBE(float2ull_rz, floats, __float2ull_rz(x))
PROBE(float2ull_rn, floats, __float2ull_rn(x))
PROBE(double2int_rn, doubles, __double2int_rn(x))
PROBE(double2int_rz, doubles, __double2int_rz(x))
PROBE(double2uint_rn, doubles, __double2uint_rn(x))
PROBE(double2uint_rz, doubles, __double2uint_rz(x))
PROBE(double2ll_rn, doubles, __double2ll_rn(x))
PROBE(double2ull_rn, doubles, __double2ull_rn(x))
PROBE(lrint_float, floats, lrintf(x))
PROBE(llrint_float, floats, llrintf(x))
PROBE(lround_float, floats, lroundf(x))
PROBE(llround_float, floats, llroundf(x))
PROBE(lrint_double, doubles, lrint(x))
PROBE(llrint_double, doubles, llrint(x))
PROBE(lround_double, doubles, lround(x))
PROBE(llround_double, doubles, llround(x))

// --- between floating-point types ---

PROBE(float_to_double, floats, (double)x)
PROBE(double_to_float, doubles, (float)x)
PROBE(double2float_rz, doubles, __double2float_rz(x))
PROBE(double2float_ru, doubles, __double2float_ru(x))
PROBE(float_to_half, floats, __half_as_ushort(__float2half(x)))
PROBE(float_to_half_rz, floats, __half_as_ushort(__float2half_rz(x)))
PROBE(float_to_half_ru, floats, __half_as_ushort(__float2half_ru(x)))
PROBE(float_to_bfloat16, floats, __bfloat16_as_ushort(__float2bfloat16(x)))
PROBE(double_to_half, doubles, __half_as_ushort(__double2half(x)))
PROBE(half_and_back, floats, __half2float(__float2half(x)))
PROBE(half_to_int, floats, (int)__float2half(x))
PROBE(half_to_unsigned_char, floats, (unsigned char)__half2ushort_rz(__float2half(x)))
PROBE(half2int_rn, floats, __half2int_rn(__float2half(x)))
PROBE(half2uint_rz, floats, __half2uint_rz(__float2half(x)))
PROBE(half2short_rz, floats, __half2short_rz(__float2half(x)))

// --- from integers ---

PROBE(int_to_float, ints, (float)x)
PROBE(int_to_double, ints, (double)x)
PROBE(unsigned_to_float, ints, (float)(unsigned)x)
PROBE(int2float_rz, ints, __int2float_rz(x))
PROBE(uint2float_ru, ints, __uint2float_ru((unsigned)x))
PROBE(int_to_half, ints, __half_as_ushort(__int2half_rn(x)))
PROBE(long_long_to_float, longs, (float)x)
PROBE(unsigned_long_long_to_float, longs, (float)(unsigned long long)x)
PROBE(long_long_to_double, longs, (double)x)
PROBE(unsigned_long_long_to_double, longs, (double)(unsigned long long)x)
PROBE(ll2float_rz, longs, __ll2float_rz(x))
