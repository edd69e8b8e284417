// SPDX-License-Identifier: MIT
// A 16-bit floating-point type, the pair of two, and all their functions. cuda_fp16.h and cuda_bf16.h include this once
// each, with these macros for their own names and format:
//     CPU_DEVICE_HALF, _HALF2, _HALF_RAW, _HALF2_RAW   the types: __half, __half2, __half_raw, __half2_raw
//     CPU_DEVICE_OTHER_HALF                            the type of the other header
//     CPU_DEVICE_HALF_WORD                             the type in the names of functions: half
//     CPU_DEVICE_HALF_EXPONENT, _HALF_FRACTION         bits
//     CPU_DEVICE_HALF_CONVERTS                         1: implicit conversions from and to other types
//     CPU_DEVICE_HALF_OPERATORS, _HALF2_OPERATORS      1: operators
//     CPU_DEVICE_HALF_DIRECTED                         where integers are converted with directed rounding, too
//
// Each operation rounds once. Those that yield NaN yield the one with all bits but the sign. nvcc may make one
// operation of a product and a sum, unless they are __hmul_rn() and __hadd_rn(); here they are always two.
#include "interface.h"
#include "narrow_floats.h"

#include "letters_hidden.h"

#define CPU_DEVICE_HALF_PASTE_(a, b, c) a##b##c
#define CPU_DEVICE_HALF_PASTE(a, b, c) CPU_DEVICE_HALF_PASTE_(a, b, c)
#define CPU_DEVICE_HALF_FROM(from, suffix)                                                                             \
    CPU_DEVICE_HALF_PASTE(__##from##2, CPU_DEVICE_HALF_WORD, suffix)                  // __int2half_rn
#define CPU_DEVICE_HALF_TO(to) CPU_DEVICE_HALF_PASTE(__, CPU_DEVICE_HALF_WORD, 2##to) // __half2int_rn
#define CPU_DEVICE_HALF_SIDES __host__ __device__ __forceinline__
#define CPU_DEVICE_HALF_DEVICE __device__ __forceinline__

struct alignas(2) CPU_DEVICE_HALF_RAW {
    unsigned short x;
};
struct alignas(4) CPU_DEVICE_HALF2_RAW {
    unsigned short x, y;
};

struct alignas(2) CPU_DEVICE_HALF {
  protected:
    unsigned short __x;

  public:
    CPU_DEVICE_HALF() = default;
    CPU_DEVICE_HALF_SIDES constexpr CPU_DEVICE_HALF(const CPU_DEVICE_HALF_RAW &raw) : __x(raw.x) {}
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF &operator=(const CPU_DEVICE_HALF_RAW &raw)
    {
        __x = raw.x;
        return *this;
    }
    CPU_DEVICE_HALF_SIDES void operator=(const CPU_DEVICE_HALF_RAW &raw) volatile
    {
        __x = raw.x;
    }
    CPU_DEVICE_HALF_SIDES void operator=(const volatile CPU_DEVICE_HALF_RAW &raw) volatile
    {
        __x = raw.x;
    }
    CPU_DEVICE_HALF_SIDES constexpr operator CPU_DEVICE_HALF_RAW() const
    {
        return {__x};
    }
    CPU_DEVICE_HALF_SIDES operator CPU_DEVICE_HALF_RAW() const volatile
    {
        return {__x};
    }
#if CPU_DEVICE_HALF_CONVERTS
    explicit CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF(CPU_DEVICE_OTHER_HALF other);
#define CPU_DEVICE_HALF_CONVERTED(T)                                                                                   \
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF(T value)                                                                     \
        : __x(cpu_device::rounded_bits<CPU_DEVICE_HALF_EXPONENT, CPU_DEVICE_HALF_FRACTION>(                            \
              cpu_device::as_double(value)))                                                                           \
    {                                                                                                                  \
    }                                                                                                                  \
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF &operator=(T value)                                                          \
    {                                                                                                                  \
        return *this = CPU_DEVICE_HALF(value);                                                                         \
    }
    CPU_DEVICE_HALF_CONVERTED(float)
    CPU_DEVICE_HALF_CONVERTED(double)
    CPU_DEVICE_HALF_CONVERTED(short)
    CPU_DEVICE_HALF_CONVERTED(unsigned short)
    CPU_DEVICE_HALF_CONVERTED(int)
    CPU_DEVICE_HALF_CONVERTED(unsigned int)
    CPU_DEVICE_HALF_CONVERTED(long)
    CPU_DEVICE_HALF_CONVERTED(unsigned long)
    CPU_DEVICE_HALF_CONVERTED(long long)
    CPU_DEVICE_HALF_CONVERTED(unsigned long long)
#undef CPU_DEVICE_HALF_CONVERTED
    CPU_DEVICE_HALF_SIDES operator float() const;
#define CPU_DEVICE_HALF_CONVERTED(T)                                                                                   \
    CPU_DEVICE_HALF_SIDES operator T() const                                                                           \
    {                                                                                                                  \
        return cpu_device::narrow_to_integer<cpu_device::rounding::zero, T>((float)*this);                             \
    }
    CPU_DEVICE_HALF_CONVERTED(signed char)
    CPU_DEVICE_HALF_CONVERTED(unsigned char)
    CPU_DEVICE_HALF_CONVERTED(char)
    CPU_DEVICE_HALF_CONVERTED(short)
    CPU_DEVICE_HALF_CONVERTED(unsigned short)
    CPU_DEVICE_HALF_CONVERTED(int)
    CPU_DEVICE_HALF_CONVERTED(unsigned int)
    CPU_DEVICE_HALF_CONVERTED(long)
    CPU_DEVICE_HALF_CONVERTED(unsigned long)
    CPU_DEVICE_HALF_CONVERTED(long long)
    CPU_DEVICE_HALF_CONVERTED(unsigned long long)
#undef CPU_DEVICE_HALF_CONVERTED
    CPU_DEVICE_HALF_SIDES constexpr operator bool() const
    {
        return (__x & 0x7fff) != 0;
    }
#endif
};

struct alignas(4) CPU_DEVICE_HALF2 {
    CPU_DEVICE_HALF x, y;

    CPU_DEVICE_HALF2() = default;
    CPU_DEVICE_HALF_SIDES constexpr CPU_DEVICE_HALF2(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b) : x(a), y(b) {}
    CPU_DEVICE_HALF_SIDES constexpr CPU_DEVICE_HALF2(const CPU_DEVICE_HALF2_RAW &raw)
        : x(CPU_DEVICE_HALF_RAW{raw.x}), y(CPU_DEVICE_HALF_RAW{raw.y})
    {
    }
    // Not deduced from braces: `r = {}` is a CPU_DEVICE_HALF2.
    template <class Raw, std::enable_if_t<std::is_same<Raw, CPU_DEVICE_HALF2_RAW>::value, int> = 0>
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 &operator=(const Raw &raw)
    {
        return *this = CPU_DEVICE_HALF2(raw);
    }
    CPU_DEVICE_HALF_SIDES constexpr operator CPU_DEVICE_HALF2_RAW() const
    {
        return {CPU_DEVICE_HALF_RAW(x).x, CPU_DEVICE_HALF_RAW(y).x};
    }
};

// --- bits ---

CPU_DEVICE_HALF_SIDES unsigned short CPU_DEVICE_HALF_PASTE(__, CPU_DEVICE_HALF_WORD, _as_ushort)(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_HALF_RAW(h).x;
}
CPU_DEVICE_HALF_SIDES short CPU_DEVICE_HALF_PASTE(__, CPU_DEVICE_HALF_WORD, _as_short)(CPU_DEVICE_HALF h)
{
    return (short)CPU_DEVICE_HALF_RAW(h).x;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_PASTE(__ushort_as_, CPU_DEVICE_HALF_WORD, )(unsigned short bits)
{
    return CPU_DEVICE_HALF_RAW{bits};
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_PASTE(__short_as_, CPU_DEVICE_HALF_WORD, )(short bits)
{
    return CPU_DEVICE_HALF_RAW{(unsigned short)bits};
}

// --- from and to float, double and the pairs of float ---

CPU_DEVICE_HALF_SIDES float CPU_DEVICE_HALF_TO(float)(CPU_DEVICE_HALF h)
{
    const unsigned bits = CPU_DEVICE_HALF_RAW(h).x, magnitude = bits & 0x7fff;
    constexpr unsigned infinity = ((1 << CPU_DEVICE_HALF_EXPONENT) - 1) << CPU_DEVICE_HALF_FRACTION;
    if (CPU_DEVICE_HALF_EXPONENT == 8)
        return __builtin_bit_cast(float, bits << 16);
    if (magnitude >= infinity)
        return magnitude == infinity ? __builtin_bit_cast(float, (bits & 0x8000) << 16 | 0x7f800000)
                                     : __builtin_bit_cast(float, 0x7fffffff);
    return cpu_device::value_of_bits<CPU_DEVICE_HALF_EXPONENT, CPU_DEVICE_HALF_FRACTION>(bits);
}
#if CPU_DEVICE_HALF_CONVERTS
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF::operator float() const
{
    return CPU_DEVICE_HALF_TO(float)(*this);
}
#endif

namespace cpu_device
{
CPU_DEVICE_HALF_SIDES float wide(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_HALF_TO(float)(h);
}
template <class H> struct narrowed;
template <> struct narrowed<CPU_DEVICE_HALF> {
    template <rounding r = rounding::nearest> CPU_DEVICE_HALF_SIDES static CPU_DEVICE_HALF of(double value)
    {
        return CPU_DEVICE_HALF_RAW{rounded_bits<CPU_DEVICE_HALF_EXPONENT, CPU_DEVICE_HALF_FRACTION>(value, r)};
    }
    CPU_DEVICE_HALF_SIDES static CPU_DEVICE_HALF of_bits(unsigned bits)
    {
        return CPU_DEVICE_HALF_RAW{(unsigned short)bits};
    }
    static constexpr unsigned one = ((1 << (CPU_DEVICE_HALF_EXPONENT - 1)) - 1) << CPU_DEVICE_HALF_FRACTION;
};
} // namespace cpu_device

#define CPU_DEVICE_HALF_NEW(value) cpu_device::narrowed<CPU_DEVICE_HALF>::of(value)
#define CPU_DEVICE_HALF_ROUNDED(value, r) cpu_device::narrowed<CPU_DEVICE_HALF>::of<cpu_device::rounding::r>(value)
#define CPU_DEVICE_HALF_BITS(bits) cpu_device::narrowed<CPU_DEVICE_HALF>::of_bits(bits)

CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(double, )(double value)
{
    return CPU_DEVICE_HALF_NEW(value);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(float, )(float value)
{
    return CPU_DEVICE_HALF_NEW(value);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(float, _rn)(float value)
{
    return CPU_DEVICE_HALF_NEW(value);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(float, _rz)(float value)
{
    return CPU_DEVICE_HALF_ROUNDED(value, zero);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(float, _rd)(float value)
{
    return CPU_DEVICE_HALF_ROUNDED(value, down);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(float, _ru)(float value)
{
    return CPU_DEVICE_HALF_ROUNDED(value, up);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(float, 2_rn)(float value)
{
    return CPU_DEVICE_HALF2(CPU_DEVICE_HALF_NEW(value), CPU_DEVICE_HALF_NEW(value));
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(floats, 2_rn)(float low, float high)
{
    return CPU_DEVICE_HALF2(CPU_DEVICE_HALF_NEW(low), CPU_DEVICE_HALF_NEW(high));
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(float2, 2_rn)(float2 pair)
{
    return CPU_DEVICE_HALF2(CPU_DEVICE_HALF_NEW(pair.x), CPU_DEVICE_HALF_NEW(pair.y));
}
CPU_DEVICE_HALF_SIDES float2 CPU_DEVICE_HALF_PASTE(__, CPU_DEVICE_HALF_WORD, 22float2)(CPU_DEVICE_HALF2 pair)
{
    return make_float2(CPU_DEVICE_HALF_TO(float)(pair.x), CPU_DEVICE_HALF_TO(float)(pair.y));
}
CPU_DEVICE_HALF_SIDES float __low2float(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF_TO(float)(pair.x);
}
CPU_DEVICE_HALF_SIDES float __high2float(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF_TO(float)(pair.y);
}

// --- integers ---

#define CPU_DEVICE_HALF_INTEGER_ROUNDED(I, name, suffix, r, sides, from_sides)                                         \
    sides I CPU_DEVICE_HALF_TO(name##_##suffix)(CPU_DEVICE_HALF h)                                                     \
    {                                                                                                                  \
        return cpu_device::narrow_to_integer<cpu_device::rounding::r, I>(CPU_DEVICE_HALF_TO(float)(h));                \
    }                                                                                                                  \
    from_sides inline CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(name, _##suffix)(I value)                                   \
    {                                                                                                                  \
        return CPU_DEVICE_HALF_ROUNDED(cpu_device::as_double(value), r);                                               \
    }
#define CPU_DEVICE_HALF_INTEGER(I, name)                                                                               \
    CPU_DEVICE_HALF_INTEGER_ROUNDED(I, name, rn, nearest, CPU_DEVICE_HALF_DEVICE, __host__ __device__)                 \
    CPU_DEVICE_HALF_INTEGER_ROUNDED(I, name, rz, zero, CPU_DEVICE_HALF_SIDES, CPU_DEVICE_HALF_DIRECTED)                \
    CPU_DEVICE_HALF_INTEGER_ROUNDED(I, name, rd, down, CPU_DEVICE_HALF_DEVICE, CPU_DEVICE_HALF_DIRECTED)               \
    CPU_DEVICE_HALF_INTEGER_ROUNDED(I, name, ru, up, CPU_DEVICE_HALF_DEVICE, CPU_DEVICE_HALF_DIRECTED)
CPU_DEVICE_HALF_INTEGER(short, short)
CPU_DEVICE_HALF_INTEGER(unsigned short, ushort)
CPU_DEVICE_HALF_INTEGER(int, int)
CPU_DEVICE_HALF_INTEGER(unsigned int, uint)
CPU_DEVICE_HALF_INTEGER(long long, ll)
CPU_DEVICE_HALF_INTEGER(unsigned long long, ull)
#undef CPU_DEVICE_HALF_INTEGER
#undef CPU_DEVICE_HALF_INTEGER_ROUNDED
CPU_DEVICE_HALF_SIDES signed char CPU_DEVICE_HALF_TO(char_rz)(CPU_DEVICE_HALF h)
{
    return cpu_device::narrow_to_integer<cpu_device::rounding::zero, signed char>(CPU_DEVICE_HALF_TO(float)(h));
}
CPU_DEVICE_HALF_SIDES unsigned char CPU_DEVICE_HALF_TO(uchar_rz)(CPU_DEVICE_HALF h)
{
    return cpu_device::narrow_to_integer<cpu_device::rounding::zero, unsigned char>(CPU_DEVICE_HALF_TO(float)(h));
}

// --- pairs from halves and back ---

CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_PASTE(make_, CPU_DEVICE_HALF_WORD, 2)(CPU_DEVICE_HALF x,
                                                                                             CPU_DEVICE_HALF y)
{
    return CPU_DEVICE_HALF2(x, y);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_PASTE(__halves2, CPU_DEVICE_HALF_WORD, 2)(CPU_DEVICE_HALF x,
                                                                                                 CPU_DEVICE_HALF y)
{
    return CPU_DEVICE_HALF2(x, y);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_PASTE(CPU_DEVICE_HALF_TO(), CPU_DEVICE_HALF_WORD,
                                                             2)(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_HALF2(h, h);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(low, )(CPU_DEVICE_HALF2 pair)
{
    return pair.x;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF CPU_DEVICE_HALF_FROM(high, )(CPU_DEVICE_HALF2 pair)
{
    return pair.y;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(low, 2)(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(pair.x, pair.x);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(high, 2)(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(pair.y, pair.y);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(lows, 2)(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)
{
    return CPU_DEVICE_HALF2(a.x, b.x);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 CPU_DEVICE_HALF_FROM(highs, 2)(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)
{
    return CPU_DEVICE_HALF2(a.y, b.y);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 __lowhigh2highlow(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(pair.y, pair.x);
}

// --- classification, sign, comparisons ---

CPU_DEVICE_HALF_SIDES bool __hisnan(CPU_DEVICE_HALF h)
{
    return (CPU_DEVICE_HALF_RAW(h).x & 0x7fff) > ((1 << CPU_DEVICE_HALF_EXPONENT) - 1) << CPU_DEVICE_HALF_FRACTION;
}
CPU_DEVICE_HALF_SIDES int __hisinf(CPU_DEVICE_HALF h)
{
    const int bits = CPU_DEVICE_HALF_RAW(h).x;
    return (bits & 0x7fff) != ((1 << CPU_DEVICE_HALF_EXPONENT) - 1) << CPU_DEVICE_HALF_FRACTION ? 0
           : bits >> 15                                                                         ? -1
                                                                                                : 1;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF __hneg(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_HALF_BITS(__hisnan(h) ? 0x7fff : CPU_DEVICE_HALF_RAW(h).x ^ 0x8000);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF __habs(CPU_DEVICE_HALF h)
{
    return CPU_DEVICE_HALF_BITS(__hisnan(h) ? 0x7fff : CPU_DEVICE_HALF_RAW(h).x & 0x7fff);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 __hneg2(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(__hneg(pair.x), __hneg(pair.y));
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 __habs2(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(__habs(pair.x), __habs(pair.y));
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 __hisnan2(CPU_DEVICE_HALF2 pair)
{
    return CPU_DEVICE_HALF2(CPU_DEVICE_HALF_BITS(__hisnan(pair.x) ? cpu_device::narrowed<CPU_DEVICE_HALF>::one : 0),
                            CPU_DEVICE_HALF_BITS(__hisnan(pair.y) ? cpu_device::narrowed<CPU_DEVICE_HALF>::one : 0));
}

// Five forms of each: of two numbers; of two pairs, as a pair of 1 and 0; as a word with all bits of a half set or
// none; whether both hold. With u, they hold where a number is NaN.
#define CPU_DEVICE_HALF_COMPARISON(name, expression)                                                                   \
    CPU_DEVICE_HALF_SIDES bool __h##name(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)                                         \
    {                                                                                                                  \
        const float x = CPU_DEVICE_HALF_TO(float)(a), y = CPU_DEVICE_HALF_TO(float)(b);                                \
        return expression;                                                                                             \
    }                                                                                                                  \
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 __h##name##2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                        \
    {                                                                                                                  \
        return CPU_DEVICE_HALF2(                                                                                       \
            CPU_DEVICE_HALF_BITS(__h##name(a.x, b.x) ? cpu_device::narrowed<CPU_DEVICE_HALF>::one : 0),                \
            CPU_DEVICE_HALF_BITS(__h##name(a.y, b.y) ? cpu_device::narrowed<CPU_DEVICE_HALF>::one : 0));               \
    }                                                                                                                  \
    CPU_DEVICE_HALF_SIDES unsigned int __h##name##2_mask(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                       \
    {                                                                                                                  \
        return (__h##name(a.x, b.x) ? 0xffffu : 0) | (__h##name(a.y, b.y) ? 0xffff0000u : 0);                          \
    }                                                                                                                  \
    CPU_DEVICE_HALF_SIDES bool __hb##name##2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                                   \
    {                                                                                                                  \
        return __h##name(a.x, b.x) && __h##name(a.y, b.y);                                                             \
    }
CPU_DEVICE_HALF_COMPARISON(eq, x == y)
CPU_DEVICE_HALF_COMPARISON(ne, x<y || x> y)
CPU_DEVICE_HALF_COMPARISON(le, x <= y)
CPU_DEVICE_HALF_COMPARISON(ge, x >= y)
CPU_DEVICE_HALF_COMPARISON(lt, x < y)
CPU_DEVICE_HALF_COMPARISON(gt, x > y)
CPU_DEVICE_HALF_COMPARISON(equ, !(x < y || x > y))
CPU_DEVICE_HALF_COMPARISON(neu, !(x == y))
CPU_DEVICE_HALF_COMPARISON(leu, !(x > y))
CPU_DEVICE_HALF_COMPARISON(geu, !(x < y))
CPU_DEVICE_HALF_COMPARISON(ltu, !(x >= y))
CPU_DEVICE_HALF_COMPARISON(gtu, !(x <= y))
#undef CPU_DEVICE_HALF_COMPARISON

// +0 is larger than -0. Of a number and NaN, the number; with _nan, NaN.
#define CPU_DEVICE_HALF_OF_TWO(name, expression)                                                                       \
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF name(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)                                   \
    {                                                                                                                  \
        return expression;                                                                                             \
    }
#define CPU_DEVICE_HALF_OF_TWO_PAIRS(name2, name)                                                                      \
    CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 name2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b)                               \
    {                                                                                                                  \
        return CPU_DEVICE_HALF2(name(a.x, b.x), name(a.y, b.y));                                                       \
    }
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF __hmax(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    if (__hisnan(a))
        return __hisnan(b) ? CPU_DEVICE_HALF_BITS(0x7fff) : b;
    const bool positive_zero = CPU_DEVICE_HALF_RAW(a).x <= CPU_DEVICE_HALF_RAW(b).x; // if both are 0
    return __hisnan(b) || __hgt(a, b) || (__heq(a, b) && positive_zero) ? a : b;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF __hmin(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b)
{
    if (__hisnan(a))
        return __hisnan(b) ? CPU_DEVICE_HALF_BITS(0x7fff) : b;
    const bool negative_zero = CPU_DEVICE_HALF_RAW(a).x >= CPU_DEVICE_HALF_RAW(b).x; // if both are 0
    return __hisnan(b) || __hlt(a, b) || (__heq(a, b) && negative_zero) ? a : b;
}
CPU_DEVICE_HALF_OF_TWO(__hmax_nan, __hisnan(a) || __hisnan(b) ? CPU_DEVICE_HALF_BITS(0x7fff) : __hmax(a, b))
CPU_DEVICE_HALF_OF_TWO(__hmin_nan, __hisnan(a) || __hisnan(b) ? CPU_DEVICE_HALF_BITS(0x7fff) : __hmin(a, b))
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmax2, __hmax)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmin2, __hmin)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmax2_nan, __hmax_nan)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmin2_nan, __hmin_nan)

// --- arithmetic ---

CPU_DEVICE_HALF_OF_TWO(__hadd, CPU_DEVICE_HALF_NEW((double)CPU_DEVICE_HALF_TO(float)(a) + CPU_DEVICE_HALF_TO(float)(b)))
CPU_DEVICE_HALF_OF_TWO(__hsub, CPU_DEVICE_HALF_NEW((double)CPU_DEVICE_HALF_TO(float)(a) - CPU_DEVICE_HALF_TO(float)(b)))
CPU_DEVICE_HALF_OF_TWO(__hmul, CPU_DEVICE_HALF_NEW((double)CPU_DEVICE_HALF_TO(float)(a) * CPU_DEVICE_HALF_TO(float)(b)))
CPU_DEVICE_HALF_OF_TWO(__hdiv, CPU_DEVICE_HALF_NEW((double)CPU_DEVICE_HALF_TO(float)(a) / CPU_DEVICE_HALF_TO(float)(b)))
CPU_DEVICE_HALF_OF_TWO(__hadd_rn, __hadd(a, b))
CPU_DEVICE_HALF_OF_TWO(__hsub_rn, __hsub(a, b))
CPU_DEVICE_HALF_OF_TWO(__hmul_rn, __hmul(a, b))
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hadd2, __hadd)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hsub2, __hsub)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmul2, __hmul)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__h2div, __hdiv)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hadd2_rn, __hadd)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hsub2_rn, __hsub)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmul2_rn, __hmul)

namespace cpu_device
{
// Within 0 and 1; NaN becomes 0.
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF saturated(CPU_DEVICE_HALF h)
{
    return __hmin(__hmax(h, CPU_DEVICE_HALF_BITS(0)), CPU_DEVICE_HALF_BITS(narrowed<CPU_DEVICE_HALF>::one));
}
} // namespace cpu_device
CPU_DEVICE_HALF_OF_TWO(__hadd_sat, cpu_device::saturated(__hadd(a, b)))
CPU_DEVICE_HALF_OF_TWO(__hsub_sat, cpu_device::saturated(__hsub(a, b)))
CPU_DEVICE_HALF_OF_TWO(__hmul_sat, cpu_device::saturated(__hmul(a, b)))
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hadd2_sat, __hadd_sat)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hsub2_sat, __hsub_sat)
CPU_DEVICE_HALF_OF_TWO_PAIRS(__hmul2_sat, __hmul_sat)
#undef CPU_DEVICE_HALF_OF_TWO_PAIRS
#undef CPU_DEVICE_HALF_OF_TWO

CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF __hfma(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return CPU_DEVICE_HALF_NEW(
        cpu_device::fused(CPU_DEVICE_HALF_TO(float)(a), CPU_DEVICE_HALF_TO(float)(b), CPU_DEVICE_HALF_TO(float)(c)));
}
CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF __hfma_sat(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return cpu_device::saturated(__hfma(a, b, c));
}
CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF __hfma_relu(CPU_DEVICE_HALF a, CPU_DEVICE_HALF b, CPU_DEVICE_HALF c)
{
    return __hmax_nan(__hfma(a, b, c), CPU_DEVICE_HALF_BITS(0));
}
#define CPU_DEVICE_HALF_OF_THREE_PAIRS(name2, name)                                                                    \
    CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF2 name2(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b, CPU_DEVICE_HALF2 c)          \
    {                                                                                                                  \
        return CPU_DEVICE_HALF2(name(a.x, b.x, c.x), name(a.y, b.y, c.y));                                             \
    }
CPU_DEVICE_HALF_OF_THREE_PAIRS(__hfma2, __hfma)
CPU_DEVICE_HALF_OF_THREE_PAIRS(__hfma2_sat, __hfma_sat)
CPU_DEVICE_HALF_OF_THREE_PAIRS(__hfma2_relu, __hfma_relu)
#undef CPU_DEVICE_HALF_OF_THREE_PAIRS
// Complex numbers: a * b + c.
CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF2 __hcmadd(CPU_DEVICE_HALF2 a, CPU_DEVICE_HALF2 b, CPU_DEVICE_HALF2 c)
{
    return CPU_DEVICE_HALF2(__hfma(__hneg(a.y), b.y, __hfma(a.x, b.x, c.x)), __hfma(a.y, b.x, __hfma(a.x, b.y, c.y)));
}

#if CPU_DEVICE_HALF_OPERATORS
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator+(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b)
{
    return __hadd(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator-(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b)
{
    return __hsub(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator*(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b)
{
    return __hmul(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator/(const CPU_DEVICE_HALF &a, const CPU_DEVICE_HALF &b)
{
    return __hdiv(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator+(const CPU_DEVICE_HALF &h)
{
    return h;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF operator-(const CPU_DEVICE_HALF &h)
{
    return __hneg(h);
}
#endif
#if CPU_DEVICE_HALF2_OPERATORS
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator+(const CPU_DEVICE_HALF2 &a, const CPU_DEVICE_HALF2 &b)
{
    return __hadd2(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator-(const CPU_DEVICE_HALF2 &a, const CPU_DEVICE_HALF2 &b)
{
    return __hsub2(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator*(const CPU_DEVICE_HALF2 &a, const CPU_DEVICE_HALF2 &b)
{
    return __hmul2(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator/(const CPU_DEVICE_HALF2 &a, const CPU_DEVICE_HALF2 &b)
{
    return __h2div(a, b);
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator+(const CPU_DEVICE_HALF2 &pair)
{
    return pair;
}
CPU_DEVICE_HALF_SIDES CPU_DEVICE_HALF2 operator-(const CPU_DEVICE_HALF2 &pair)
{
    return __hneg2(pair);
}
#endif
#define CPU_DEVICE_HALF_ASSIGNING(H, sign)                                                                             \
    CPU_DEVICE_HALF_SIDES H &operator sign##=(H &a, const H &b)                                                        \
    {                                                                                                                  \
        return a = a sign b;                                                                                           \
    }
#define CPU_DEVICE_HALF_STEPPING(H, sign, one)                                                                         \
    CPU_DEVICE_HALF_SIDES H &operator sign##sign(H &h)                                                                 \
    {                                                                                                                  \
        return h = h sign one;                                                                                         \
    }                                                                                                                  \
    CPU_DEVICE_HALF_SIDES H operator sign##sign(H &h, int)                                                             \
    {                                                                                                                  \
        const H before = h;                                                                                            \
        h = h sign one;                                                                                                \
        return before;                                                                                                 \
    }
#define CPU_DEVICE_HALF_COMPARING(H, sign, compare)                                                                    \
    CPU_DEVICE_HALF_SIDES bool operator sign(const H &a, const H &b)                                                   \
    {                                                                                                                  \
        return compare(a, b);                                                                                          \
    }
#define CPU_DEVICE_HALF_ONE CPU_DEVICE_HALF_BITS(cpu_device::narrowed<CPU_DEVICE_HALF>::one)
#if CPU_DEVICE_HALF_OPERATORS
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF, +)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF, -)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF, *)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF, /)
CPU_DEVICE_HALF_STEPPING(CPU_DEVICE_HALF, +, CPU_DEVICE_HALF_ONE)
CPU_DEVICE_HALF_STEPPING(CPU_DEVICE_HALF, -, CPU_DEVICE_HALF_ONE)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, ==, __heq)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, !=, __hneu)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, >, __hgt)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, <, __hlt)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, >=, __hge)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF, <=, __hle)
#endif
#if CPU_DEVICE_HALF2_OPERATORS
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF2, +)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF2, -)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF2, *)
CPU_DEVICE_HALF_ASSIGNING(CPU_DEVICE_HALF2, /)
CPU_DEVICE_HALF_STEPPING(CPU_DEVICE_HALF2, +, CPU_DEVICE_HALF2(CPU_DEVICE_HALF_ONE, CPU_DEVICE_HALF_ONE))
CPU_DEVICE_HALF_STEPPING(CPU_DEVICE_HALF2, -, CPU_DEVICE_HALF2(CPU_DEVICE_HALF_ONE, CPU_DEVICE_HALF_ONE))
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, ==, __hbeq2)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, !=, __hbneu2)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, >, __hbgt2)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, <, __hblt2)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, >=, __hbge2)
CPU_DEVICE_HALF_COMPARING(CPU_DEVICE_HALF2, <=, __hble2)
#endif
#undef CPU_DEVICE_HALF_ONE
#undef CPU_DEVICE_HALF_COMPARING
#undef CPU_DEVICE_HALF_STEPPING
#undef CPU_DEVICE_HALF_ASSIGNING

// --- functions: the result is the number nearest to the exact value ---

#define CPU_DEVICE_HALF_FUNCTION(name, expression)                                                                     \
    CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF h##name(CPU_DEVICE_HALF h)                                                  \
    {                                                                                                                  \
        const double x = CPU_DEVICE_HALF_TO(float)(h);                                                                 \
        return CPU_DEVICE_HALF_NEW(expression);                                                                        \
    }                                                                                                                  \
    CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF2 h2##name(CPU_DEVICE_HALF2 pair)                                            \
    {                                                                                                                  \
        return CPU_DEVICE_HALF2(h##name(pair.x), h##name(pair.y));                                                     \
    }
CPU_DEVICE_HALF_FUNCTION(sqrt, sqrt(x))
CPU_DEVICE_HALF_FUNCTION(rsqrt, 1 / sqrt(x))
CPU_DEVICE_HALF_FUNCTION(rcp, 1 / x)
CPU_DEVICE_HALF_FUNCTION(exp, exp(x))
CPU_DEVICE_HALF_FUNCTION(exp2, exp2(x))
CPU_DEVICE_HALF_FUNCTION(exp10, exp10(x))
CPU_DEVICE_HALF_FUNCTION(log, log(x))
CPU_DEVICE_HALF_FUNCTION(log2, log2(x))
CPU_DEVICE_HALF_FUNCTION(log10, log10(x))
CPU_DEVICE_HALF_FUNCTION(sin, sin(x))
CPU_DEVICE_HALF_FUNCTION(cos, cos(x))
CPU_DEVICE_HALF_FUNCTION(tanh, tanh(x))
CPU_DEVICE_HALF_FUNCTION(tanh_approx, tanh(x))
CPU_DEVICE_HALF_FUNCTION(ceil, ceil(x))
CPU_DEVICE_HALF_FUNCTION(floor, floor(x))
CPU_DEVICE_HALF_FUNCTION(trunc, trunc(x))
CPU_DEVICE_HALF_FUNCTION(rint, rint(x))
#undef CPU_DEVICE_HALF_FUNCTION

// --- atomics, shuffles, loads and stores ---

CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF atomicAdd(CPU_DEVICE_HALF *address, CPU_DEVICE_HALF value)
{
    return cpu_device::atomic_update<cpu_device_scope_device>(address,
                                                              [=](CPU_DEVICE_HALF old) { return __hadd(old, value); });
}
// Each of the two by itself is one step.
CPU_DEVICE_HALF_DEVICE CPU_DEVICE_HALF2 atomicAdd(CPU_DEVICE_HALF2 *address, CPU_DEVICE_HALF2 value)
{
    return cpu_device::atomic_update<cpu_device_scope_device>(
        address, [=](CPU_DEVICE_HALF2 old) { return __hadd2(old, value); });
}

#define CPU_DEVICE_HALF_SHUFFLE(H, bits, name, I, parameter)                                                           \
    CPU_DEVICE_HALF_DEVICE H name(unsigned int mask, H value, I parameter, int width = 32, CPU_DEVICE_PLACE)           \
    {                                                                                                                  \
        const bits result = (bits)name(mask, (unsigned)__builtin_bit_cast(bits, value), parameter, width, file, line); \
        return __builtin_bit_cast(H, result);                                                                          \
    }
#define CPU_DEVICE_HALF_SHUFFLES(H, bits)                                                                              \
    CPU_DEVICE_HALF_SHUFFLE(H, bits, __shfl_sync, int, source)                                                         \
    CPU_DEVICE_HALF_SHUFFLE(H, bits, __shfl_up_sync, unsigned int, delta)                                              \
    CPU_DEVICE_HALF_SHUFFLE(H, bits, __shfl_down_sync, unsigned int, delta)                                            \
    CPU_DEVICE_HALF_SHUFFLE(H, bits, __shfl_xor_sync, int, lane_mask)
CPU_DEVICE_HALF_SHUFFLES(CPU_DEVICE_HALF, unsigned short)
CPU_DEVICE_HALF_SHUFFLES(CPU_DEVICE_HALF2, unsigned int)
#undef CPU_DEVICE_HALF_SHUFFLES
#undef CPU_DEVICE_HALF_SHUFFLE

// Volatile ones; the others (__ldg and its kin) are those of any type.
#define CPU_DEVICE_HALF_VOLATILE(H, bits)                                                                              \
    CPU_DEVICE_HALF_DEVICE H __ldcv(const H *address)                                                                  \
    {                                                                                                                  \
        const bits value = *reinterpret_cast<const volatile bits *>(address);                                          \
        return __builtin_bit_cast(H, value);                                                                           \
    }                                                                                                                  \
    CPU_DEVICE_HALF_DEVICE void __stwt(H *address, H value)                                                            \
    {                                                                                                                  \
        *reinterpret_cast<volatile bits *>(address) = __builtin_bit_cast(bits, value);                                 \
    }
CPU_DEVICE_HALF_VOLATILE(CPU_DEVICE_HALF, unsigned short)
CPU_DEVICE_HALF_VOLATILE(CPU_DEVICE_HALF2, unsigned int)
#undef CPU_DEVICE_HALF_VOLATILE

#undef CPU_DEVICE_HALF_BITS
#undef CPU_DEVICE_HALF_ROUNDED
#undef CPU_DEVICE_HALF_NEW
#undef CPU_DEVICE_HALF_DEVICE
#undef CPU_DEVICE_HALF_SIDES
#undef CPU_DEVICE_HALF_TO
#undef CPU_DEVICE_HALF_FROM
#undef CPU_DEVICE_HALF_PASTE
#undef CPU_DEVICE_HALF_PASTE_
#undef CPU_DEVICE_HALF
#undef CPU_DEVICE_HALF2
#undef CPU_DEVICE_HALF_RAW
#undef CPU_DEVICE_HALF2_RAW
#undef CPU_DEVICE_OTHER_HALF
#undef CPU_DEVICE_HALF_WORD
#undef CPU_DEVICE_HALF_EXPONENT
#undef CPU_DEVICE_HALF_FRACTION
#undef CPU_DEVICE_HALF_CONVERTS
#undef CPU_DEVICE_HALF_OPERATORS
#undef CPU_DEVICE_HALF2_OPERATORS
#undef CPU_DEVICE_HALF_DIRECTED

#include "letters_shown.h"
