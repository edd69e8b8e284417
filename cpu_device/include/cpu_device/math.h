// SPDX-License-Identifier: MIT
// The arithmetic of kernels that <math.h> has not got. The functions with two underscores that trade accuracy for speed
// on a GPU (__sinf, __expf, __fdividef, ...) are exact ones here, so their last digits differ between the devices.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cstdint>
#include <cstring>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <type_traits>

// --- min and max, over mixed types as CUDA has them ---

#define CPU_DEVICE_MIN_MAX(R, A, B)                                                                                    \
    constexpr R min(A a, B b)                                                                                          \
    {                                                                                                                  \
        return (R)a < (R)b ? (R)a : (R)b;                                                                              \
    }                                                                                                                  \
    constexpr R max(A a, B b)                                                                                          \
    {                                                                                                                  \
        return (R)a > (R)b ? (R)a : (R)b;                                                                              \
    }
#define CPU_DEVICE_MIN_MAX_INTEGERS(S, U)                                                                              \
    CPU_DEVICE_MIN_MAX(S, S, S)                                                                                        \
    CPU_DEVICE_MIN_MAX(U, U, U)                                                                                        \
    CPU_DEVICE_MIN_MAX(U, S, U)                                                                                        \
    CPU_DEVICE_MIN_MAX(U, U, S)
CPU_DEVICE_MIN_MAX_INTEGERS(int, unsigned int)
CPU_DEVICE_MIN_MAX_INTEGERS(long, unsigned long)
CPU_DEVICE_MIN_MAX_INTEGERS(long long, unsigned long long)
#undef CPU_DEVICE_MIN_MAX_INTEGERS
#undef CPU_DEVICE_MIN_MAX

// A NaN loses against a number, as with fminf and fmaxf.
#define CPU_DEVICE_MIN_MAX_REAL(R, A, B)                                                                               \
    [[gnu::always_inline]] inline R min(A a, B b)                                                                      \
    {                                                                                                                  \
        return fmin((R)a, (R)b);                                                                                       \
    }                                                                                                                  \
    [[gnu::always_inline]] inline R max(A a, B b)                                                                      \
    {                                                                                                                  \
        return fmax((R)a, (R)b);                                                                                       \
    }
CPU_DEVICE_MIN_MAX_REAL(float, float, float)
CPU_DEVICE_MIN_MAX_REAL(double, double, double)
CPU_DEVICE_MIN_MAX_REAL(double, float, double)
CPU_DEVICE_MIN_MAX_REAL(double, double, float)
#undef CPU_DEVICE_MIN_MAX_REAL

[[gnu::always_inline]] inline unsigned int umin(unsigned int a, unsigned int b)
{
    return min(a, b);
}
[[gnu::always_inline]] inline unsigned int umax(unsigned int a, unsigned int b)
{
    return max(a, b);
}

// --- functions that only CUDA has, in float (with f) and in double ---

#define CPU_DEVICE_REAL(T, f)                                                                                          \
    inline T rsqrt##f(T x)                                                                                             \
    {                                                                                                                  \
        return 1 / sqrt##f(x);                                                                                         \
    }                                                                                                                  \
    inline T rcbrt##f(T x)                                                                                             \
    {                                                                                                                  \
        return 1 / cbrt##f(x);                                                                                         \
    }                                                                                                                  \
    /* the reduction to one period is exact, so that sinpi(1e6 + 0.5) is 1 */                                          \
    inline void sincospi##f(T x, T *sine, T *cosine)                                                                   \
    {                                                                                                                  \
        T quarters = rint##f(2 * fmod##f(x, 2)), rest = fmod##f(x, 2) - quarters / 2;                                  \
        T s = sin##f(rest * T(3.14159265358979323846)), c = cos##f(rest * T(3.14159265358979323846));                  \
        switch ((int)quarters & 3) {                                                                                   \
        case 0: *sine = s, *cosine = c; break;                                                                         \
        case 1: *sine = c, *cosine = -s; break;                                                                        \
        case 2: *sine = -s, *cosine = -c; break;                                                                       \
        default: *sine = -c, *cosine = s;                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    inline T sinpi##f(T x)                                                                                             \
    {                                                                                                                  \
        T sine, cosine;                                                                                                \
        sincospi##f(x, &sine, &cosine);                                                                                \
        return sine;                                                                                                   \
    }                                                                                                                  \
    inline T cospi##f(T x)                                                                                             \
    {                                                                                                                  \
        T sine, cosine;                                                                                                \
        sincospi##f(x, &sine, &cosine);                                                                                \
        return cosine;                                                                                                 \
    }                                                                                                                  \
    inline T rhypot##f(T x, T y)                                                                                       \
    {                                                                                                                  \
        return 1 / hypot##f(x, y);                                                                                     \
    }                                                                                                                  \
    inline T norm3d##f(T x, T y, T z)                                                                                  \
    {                                                                                                                  \
        return hypot##f(hypot##f(x, y), z);                                                                            \
    }                                                                                                                  \
    inline T norm4d##f(T x, T y, T z, T w)                                                                             \
    {                                                                                                                  \
        return hypot##f(hypot##f(x, y), hypot##f(z, w));                                                               \
    }                                                                                                                  \
    inline T normcdf##f(T x)                                                                                           \
    {                                                                                                                  \
        return erfc##f(x * T(-0.70710678118654752440)) / 2;                                                            \
    }
CPU_DEVICE_REAL(float, f)
CPU_DEVICE_REAL(double, )
#undef CPU_DEVICE_REAL

// --- fast versions: one argument, two arguments ---

#define CPU_DEVICE_FAST(name)                                                                                          \
    inline float __##name(float x)                                                                                     \
    {                                                                                                                  \
        return name(x);                                                                                                \
    }
CPU_DEVICE_FAST(sinf)
CPU_DEVICE_FAST(cosf)
CPU_DEVICE_FAST(tanf)
CPU_DEVICE_FAST(expf)
CPU_DEVICE_FAST(logf)
CPU_DEVICE_FAST(log2f)
CPU_DEVICE_FAST(log10f)
#undef CPU_DEVICE_FAST

inline void __sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
inline float __exp10f(float x)
{
    return powf(10, x);
}
inline float __powf(float x, float y)
{
    return powf(x, y);
}
inline float __fdividef(float x, float y)
{
    return x / y;
}
inline float fdividef(float x, float y)
{
    return x / y;
}
inline float __frsqrt_rn(float x)
{
    return (float)(1 / sqrt((double)x));
}
inline float __saturatef(float x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0; // NaN becomes 0
}

// --- rounding to nearest, spelled out ---

#define CPU_DEVICE_ROUNDED(T, prefix, letter, fused, root)                                                             \
    inline T __##prefix##add_rn(T x, T y)                                                                              \
    {                                                                                                                  \
        return x + y;                                                                                                  \
    }                                                                                                                  \
    inline T __##prefix##sub_rn(T x, T y)                                                                              \
    {                                                                                                                  \
        return x - y;                                                                                                  \
    }                                                                                                                  \
    inline T __##prefix##mul_rn(T x, T y)                                                                              \
    {                                                                                                                  \
        return x * y;                                                                                                  \
    }                                                                                                                  \
    inline T __##prefix##div_rn(T x, T y)                                                                              \
    {                                                                                                                  \
        return x / y;                                                                                                  \
    }                                                                                                                  \
    inline T __##prefix##rcp_rn(T x)                                                                                   \
    {                                                                                                                  \
        return 1 / x;                                                                                                  \
    }                                                                                                                  \
    inline T __##prefix##sqrt_rn(T x)                                                                                  \
    {                                                                                                                  \
        return root(x);                                                                                                \
    }                                                                                                                  \
    inline T __##letter##_rn(T x, T y, T z)                                                                            \
    {                                                                                                                  \
        return fused(x, y, z);                                                                                         \
    }
CPU_DEVICE_ROUNDED(float, f, fmaf, fmaf, sqrtf)
CPU_DEVICE_ROUNDED(double, d, fma, fma, sqrt)
#undef CPU_DEVICE_ROUNDED

// --- bits ---

namespace cpu_device
{
template <class To, class From> To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same number of bytes");
    To to;
    memcpy(&to, &from, sizeof to);
    return to;
}

// Out of range saturates. NaN becomes 0 from float to 32 bits, and else the top bit alone, as an H200 has it.
template <class I, class R> I to_integer(R x)
{
    using U = std::make_unsigned_t<I>;
    const R low = (R)std::numeric_limits<I>::min(), high = (R)std::numeric_limits<I>::max();
    if (x != x)
        return sizeof x == 4 && sizeof(I) == 4 ? 0 : (I)((U)1 << (8 * sizeof(I) - 1));
    return x <= low ? std::numeric_limits<I>::min() : x >= high ? std::numeric_limits<I>::max() : (I)x;
}

inline int leading_zeros(unsigned long long x, int width)
{
    return x == 0 ? width : __builtin_clzll(x) - (64 - width);
}

template <class U> U reversed(U x)
{
    U y = 0;
    for (unsigned i = 0; i < 8 * sizeof x; ++i)
        y |= (U)(x >> i & 1) << (8 * sizeof x - 1 - i);
    return y;
}
} // namespace cpu_device

inline int __float_as_int(float x)
{
    return cpu_device::bits_as<int>(x);
}
inline unsigned int __float_as_uint(float x)
{
    return cpu_device::bits_as<unsigned int>(x);
}
inline float __int_as_float(int x)
{
    return cpu_device::bits_as<float>(x);
}
inline float __uint_as_float(unsigned int x)
{
    return cpu_device::bits_as<float>(x);
}
inline long long __double_as_longlong(double x)
{
    return cpu_device::bits_as<long long>(x);
}
inline double __longlong_as_double(long long x)
{
    return cpu_device::bits_as<double>(x);
}

// _rn to nearest, _rz towards 0, _rd down, _ru up
#define CPU_DEVICE_TO_INTEGER(R, from, I, to)                                                                          \
    inline I __##from##2##to##_rn(R x)                                                                                 \
    {                                                                                                                  \
        return cpu_device::to_integer<I>(rint(x));                                                                     \
    }                                                                                                                  \
    inline I __##from##2##to##_rz(R x)                                                                                 \
    {                                                                                                                  \
        return cpu_device::to_integer<I>(trunc(x));                                                                    \
    }                                                                                                                  \
    inline I __##from##2##to##_rd(R x)                                                                                 \
    {                                                                                                                  \
        return cpu_device::to_integer<I>(floor(x));                                                                    \
    }                                                                                                                  \
    inline I __##from##2##to##_ru(R x)                                                                                 \
    {                                                                                                                  \
        return cpu_device::to_integer<I>(ceil(x));                                                                     \
    }
CPU_DEVICE_TO_INTEGER(float, float, int, int)
CPU_DEVICE_TO_INTEGER(float, float, unsigned int, uint)
CPU_DEVICE_TO_INTEGER(float, float, long long, ll)
CPU_DEVICE_TO_INTEGER(double, double, int, int)
CPU_DEVICE_TO_INTEGER(double, double, unsigned int, uint)
CPU_DEVICE_TO_INTEGER(double, double, long long, ll)
#undef CPU_DEVICE_TO_INTEGER

inline float __int2float_rn(int x)
{
    return (float)x;
}
inline float __uint2float_rn(unsigned int x)
{
    return (float)x;
}
inline double __int2double_rn(int x)
{
    return x;
}
inline float __double2float_rn(double x)
{
    return (float)x;
}

inline int __popc(unsigned int x)
{
    return __builtin_popcount(x);
}
inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
inline int __clz(int x)
{
    return cpu_device::leading_zeros((unsigned int)x, 32);
}
inline int __clzll(long long x)
{
    return cpu_device::leading_zeros((unsigned long long)x, 64);
}
inline int __ffs(int x) // 1 for the lowest bit, 0 for none
{
    return __builtin_ffs(x);
}
inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
inline unsigned int __brev(unsigned int x)
{
    return cpu_device::reversed(x);
}
inline unsigned long long __brevll(unsigned long long x)
{
    return cpu_device::reversed(x);
}
inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i)
        result |= (unsigned int)(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

// --- integer products ---

inline int __mul24(int x, int y) // of the lower 24 bits, signed
{
    return (int)((unsigned int)(x << 8 >> 8) * (unsigned int)(y << 8 >> 8));
}
inline unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
inline int __mulhi(int x, int y)
{
    return (int)((long long)x * y >> 32);
}
inline unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return (unsigned int)((unsigned long long)x * y >> 32);
}
inline long long __mul64hi(long long x, long long y)
{
    return (long long)((__int128)x * y >> 64);
}
inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
inline unsigned int __sad(int x, int y, unsigned int z) // |x - y| + z
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}
inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}
inline int __hadd(int x, int y) // the mean, rounded down, without overflow
{
    return (int)(((long long)x + y) >> 1);
}
inline int __rhadd(int x, int y)
{
    return (int)(((long long)x + y + 1) >> 1);
}

// Loads and stores that tell a GPU's caches what to expect.
#define CPU_DEVICE_CACHED(load)                                                                                        \
    template <class T> [[gnu::always_inline]] inline T load(const T *address)                                          \
    {                                                                                                                  \
        return *address;                                                                                               \
    }
CPU_DEVICE_CACHED(__ldg)
CPU_DEVICE_CACHED(__ldca)
CPU_DEVICE_CACHED(__ldcg)
CPU_DEVICE_CACHED(__ldcs)
CPU_DEVICE_CACHED(__ldlu)
#undef CPU_DEVICE_CACHED
#define CPU_DEVICE_CACHED(store)                                                                                       \
    template <class T> [[gnu::always_inline]] inline void store(T *address, T value)                                   \
    {                                                                                                                  \
        *address = value;                                                                                              \
    }
CPU_DEVICE_CACHED(__stwb)
CPU_DEVICE_CACHED(__stcg)
CPU_DEVICE_CACHED(__stcs)
CPU_DEVICE_CACHED(__stwt)
#undef CPU_DEVICE_CACHED
