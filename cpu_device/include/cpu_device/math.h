// SPDX-License-Identifier: MIT
// The arithmetic of kernels that <math.h> lacks. The functions with two underscores that trade accuracy for speed on a
// GPU (__sinf, __expf, __fdividef, ...) are exact here, so their last digits differ between the devices.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cmath>
#include <limits>
#include <math.h>
#include <stdlib.h>
#include <type_traits>

// --- min and max, over mixed types as CUDA has them ---

#define CPU_DEVICE_MIN_MAX(R, A, B)                                                                                    \
    __host__ __device__ constexpr R min(A a, B b)                                                                      \
    {                                                                                                                  \
        return (R)a < (R)b ? (R)a : (R)b;                                                                              \
    }                                                                                                                  \
    __host__ __device__ constexpr R max(A a, B b)                                                                      \
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
    [[gnu::always_inline]] __host__ __device__ inline R min(A a, B b)                                                  \
    {                                                                                                                  \
        return fmin((R)a, (R)b);                                                                                       \
    }                                                                                                                  \
    [[gnu::always_inline]] __host__ __device__ inline R max(A a, B b)                                                  \
    {                                                                                                                  \
        return fmax((R)a, (R)b);                                                                                       \
    }
CPU_DEVICE_MIN_MAX_REAL(float, float, float)
CPU_DEVICE_MIN_MAX_REAL(double, double, double)
CPU_DEVICE_MIN_MAX_REAL(double, float, double)
CPU_DEVICE_MIN_MAX_REAL(double, double, float)
#undef CPU_DEVICE_MIN_MAX_REAL

[[gnu::always_inline]] __host__ __device__ inline unsigned int umin(unsigned int a, unsigned int b)
{
    return min(a, b);
}
[[gnu::always_inline]] __host__ __device__ inline unsigned int umax(unsigned int a, unsigned int b)
{
    return max(a, b);
}
[[gnu::always_inline]] __host__ __device__ inline long long llmin(long long a, long long b)
{
    return min(a, b);
}
[[gnu::always_inline]] __host__ __device__ inline long long llmax(long long a, long long b)
{
    return max(a, b);
}
[[gnu::always_inline]] __host__ __device__ inline unsigned long long ullmin(unsigned long long a, unsigned long long b)
{
    return min(a, b);
}
[[gnu::always_inline]] __host__ __device__ inline unsigned long long ullmax(unsigned long long a, unsigned long long b)
{
    return max(a, b);
}

// --- functions that only CUDA has, in float (with f) and in double ---

#define CPU_DEVICE_REAL(T, f)                                                                                          \
    __host__ __device__ inline T rsqrt##f(T x)                                                                         \
    {                                                                                                                  \
        return 1 / sqrt##f(x);                                                                                         \
    }                                                                                                                  \
    __host__ __device__ inline T rcbrt##f(T x)                                                                         \
    {                                                                                                                  \
        return (T)(1 / cbrt((double)x));                                                                               \
    }                                                                                                                  \
    /* the reduction to one period is exact, so that sinpi(1e6 + 0.5) is 1 */                                          \
    __host__ __device__ inline void sincospi##f(T x, T *sine, T *cosine)                                               \
    {                                                                                                                  \
        T quarters = rint##f(2 * fmod##f(x, 2)), rest = fmod##f(x, 2) - quarters / 2;                                  \
        T s = (T)sin(rest * 3.14159265358979323846), c = (T)cos(rest * 3.14159265358979323846);                        \
        switch ((int)quarters & 3) {                                                                                   \
        case 0: *sine = s, *cosine = c; break;                                                                         \
        case 1: *sine = c, *cosine = 0 - s; break;                                                                     \
        case 2: *sine = -s, *cosine = -c; break;                                                                       \
        default: *sine = -c, *cosine = s;                                                                              \
        }                                                                                                              \
    }                                                                                                                  \
    __host__ __device__ inline T sinpi##f(T x)                                                                         \
    {                                                                                                                  \
        T sine, cosine;                                                                                                \
        sincospi##f(x, &sine, &cosine);                                                                                \
        return sine;                                                                                                   \
    }                                                                                                                  \
    __host__ __device__ inline T cospi##f(T x)                                                                         \
    {                                                                                                                  \
        T sine, cosine;                                                                                                \
        sincospi##f(x, &sine, &cosine);                                                                                \
        return cosine;                                                                                                 \
    }                                                                                                                  \
    __host__ __device__ inline T rhypot##f(T x, T y)                                                                   \
    {                                                                                                                  \
        return 1 / hypot##f(x, y);                                                                                     \
    }                                                                                                                  \
    __host__ __device__ inline T norm3d##f(T x, T y, T z)                                                              \
    {                                                                                                                  \
        return hypot##f(hypot##f(x, y), z);                                                                            \
    }                                                                                                                  \
    __host__ __device__ inline T norm4d##f(T x, T y, T z, T w)                                                         \
    {                                                                                                                  \
        return hypot##f(hypot##f(x, y), hypot##f(z, w));                                                               \
    }                                                                                                                  \
    __host__ __device__ inline T rnorm3d##f(T x, T y, T z)                                                             \
    {                                                                                                                  \
        return 1 / norm3d##f(x, y, z);                                                                                 \
    }                                                                                                                  \
    __host__ __device__ inline T rnorm4d##f(T x, T y, T z, T w)                                                        \
    {                                                                                                                  \
        return 1 / norm4d##f(x, y, z, w);                                                                              \
    }                                                                                                                  \
    __host__ __device__ inline T norm##f(int count, const T *x)                                                        \
    {                                                                                                                  \
        T length = 0;                                                                                                  \
        for (int i = 0; i < count; ++i)                                                                                \
            length = hypot##f(length, x[i]);                                                                           \
        return length;                                                                                                 \
    }                                                                                                                  \
    __host__ __device__ inline T rnorm##f(int count, const T *x)                                                       \
    {                                                                                                                  \
        return 1 / norm##f(count, x);                                                                                  \
    }                                                                                                                  \
    __host__ __device__ inline T normcdf##f(T x)                                                                       \
    {                                                                                                                  \
        return erfc##f(x * T(-0.70710678118654752440)) / 2;                                                            \
    }
CPU_DEVICE_REAL(float, f)
CPU_DEVICE_REAL(double, )
#undef CPU_DEVICE_REAL

// exp(x * x) * erfc(x). In long double, exp(x * x) overflows only where the tail is 1 / x to all digits.
__host__ __device__ inline double erfcx(double x)
{
    return x > 100 ? (1 - 0.5 / (x * x)) * 0.56418958354775628695 / x : (double)(expl((long double)x * x) * erfcl(x));
}

namespace cpu_device
{
// The x whose erfc is q, for q up to 0.5, and the x whose erf is p, for p up to 0.5: Halley's method, which triples the
// number of right digits in each step, from a start with three (Abramowitz and Stegun 26.2.23) or from the series.
__host__ __device__ inline double inverse_erfc(double q)
{
    double t = sqrt(-2 * log(q / 2));
    double x = (t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)))) *
               0.70710678118654752440;
    for (int step = 0; step < 3; ++step) {
        double u = (erfc(x) / q - 1) * -0.88622692545275801365 * exp(x * x + log(q));
        x -= u / (1 + x * u);
    }
    return x;
}

__host__ __device__ inline double inverse_erf(double p)
{
    double x = p * (0.88622692545275801365 + p * p * 0.23201366653465449996);
    for (int step = 0; step < 3; ++step) {
        double u = (erf(x) - p) * 0.88622692545275801365 * exp(x * x);
        x -= u / (1 + x * u);
    }
    return x;
}

// The modified Bessel function of the first kind; it overflows before 714.
__host__ __device__ inline double bessel_i(double order, double x)
{
#ifdef __wasm__ // whose C++ library has no such function
    double term = pow(x / 2, order) / tgamma(order + 1), sum = term;
    for (int k = 1; k < 2000 && x <= 714 && term > sum * 1e-17; ++k)
        sum += term *= x / 2 * (x / 2) / (k * (k + order));
    return x > 714 ? std::numeric_limits<double>::infinity() : sum;
#else
    return x != x ? x : x > 714 ? std::numeric_limits<double>::infinity() : std::cyl_bessel_i(order, x);
#endif
}
} // namespace cpu_device

__host__ __device__ inline double erfcinv(double q)
{
    if (!(q > 0 && q < 2))
        return q == 0   ? std::numeric_limits<double>::infinity()
               : q == 2 ? -std::numeric_limits<double>::infinity()
                        : std::numeric_limits<double>::quiet_NaN();
    return q <= 0.5   ? cpu_device::inverse_erfc(q)
           : q >= 1.5 ? -cpu_device::inverse_erfc(2 - q)
                      : cpu_device::inverse_erf(1 - q);
}
__host__ __device__ inline double erfinv(double p)
{
    return fabs(p) <= 0.5 ? cpu_device::inverse_erf(p) : p > 0 ? erfcinv(1 - p) : -erfcinv(1 + p);
}
__host__ __device__ inline double normcdfinv(double p)
{
    return -1.41421356237309504880 * erfcinv(2 * p);
}
__host__ __device__ inline double cyl_bessel_i0(double x)
{
    return cpu_device::bessel_i(0, fabs(x));
}
__host__ __device__ inline double cyl_bessel_i1(double x)
{
    return copysign(cpu_device::bessel_i(1, fabs(x)), x);
}

#define CPU_DEVICE_BY_DOUBLE(name)                                                                                     \
    __host__ __device__ inline float name##f(float x)                                                                  \
    {                                                                                                                  \
        return (float)name((double)x);                                                                                 \
    }
CPU_DEVICE_BY_DOUBLE(erfcx)
CPU_DEVICE_BY_DOUBLE(erfcinv)
CPU_DEVICE_BY_DOUBLE(erfinv)
CPU_DEVICE_BY_DOUBLE(normcdfinv)
CPU_DEVICE_BY_DOUBLE(cyl_bessel_i0)
CPU_DEVICE_BY_DOUBLE(cyl_bessel_i1)
#undef CPU_DEVICE_BY_DOUBLE

// The same by the name of double, for templates.
#define CPU_DEVICE_OF_FLOAT(name)                                                                                      \
    __host__ __device__ inline float name(float x)                                                                     \
    {                                                                                                                  \
        return name##f(x);                                                                                             \
    }
CPU_DEVICE_OF_FLOAT(rsqrt)
CPU_DEVICE_OF_FLOAT(rcbrt)
CPU_DEVICE_OF_FLOAT(sinpi)
CPU_DEVICE_OF_FLOAT(cospi)
CPU_DEVICE_OF_FLOAT(exp10)
CPU_DEVICE_OF_FLOAT(normcdf)
CPU_DEVICE_OF_FLOAT(erfcx)
CPU_DEVICE_OF_FLOAT(erfcinv)
CPU_DEVICE_OF_FLOAT(erfinv)
CPU_DEVICE_OF_FLOAT(normcdfinv)
CPU_DEVICE_OF_FLOAT(cyl_bessel_i0)
CPU_DEVICE_OF_FLOAT(cyl_bessel_i1)
CPU_DEVICE_OF_FLOAT(j0)
CPU_DEVICE_OF_FLOAT(j1)
CPU_DEVICE_OF_FLOAT(y0)
CPU_DEVICE_OF_FLOAT(y1)
#undef CPU_DEVICE_OF_FLOAT

__host__ __device__ inline void sincos(float x, float *sine, float *cosine)
{
    sincosf(x, sine, cosine);
}
__host__ __device__ inline void sincospi(float x, float *sine, float *cosine)
{
    sincospif(x, sine, cosine);
}
__host__ __device__ inline double fdivide(double x, double y)
{
    return x / y;
}

// --- fast versions: one argument, two arguments ---

#define CPU_DEVICE_FAST(name)                                                                                          \
    __device__ inline float __##name(float x)                                                                          \
    {                                                                                                                  \
        return name(x);                                                                                                \
    }
CPU_DEVICE_FAST(sinf)
CPU_DEVICE_FAST(cosf)
CPU_DEVICE_FAST(tanf)
CPU_DEVICE_FAST(tanhf)
CPU_DEVICE_FAST(expf)
CPU_DEVICE_FAST(logf)
CPU_DEVICE_FAST(log2f)
CPU_DEVICE_FAST(log10f)
#undef CPU_DEVICE_FAST

__device__ inline void __sincosf(float x, float *sine, float *cosine)
{
    *sine = sinf(x);
    *cosine = cosf(x);
}
__device__ inline float __exp10f(float x)
{
    return powf(10, x);
}
__device__ inline float __powf(float x, float y)
{
    return powf(x, y);
}
__device__ inline float __fdividef(float x, float y)
{
    return x / y;
}
__host__ __device__ inline float fdividef(float x, float y)
{
    return x / y;
}
__device__ inline float __frsqrt_rn(float x)
{
    return (float)(1 / sqrt((double)x)) + 0.0f; // a sum, so that its NaN is a float's
}
__device__ inline float __saturatef(float x)
{
    return x > 0 ? (x < 1 ? x : 1) : 0; // NaN becomes 0
}

// --- bits ---

namespace cpu_device
{
template <class To, class From> __host__ __device__ To bits_as(From from)
{
    static_assert(sizeof(To) == sizeof(From), "the same number of bytes");
    To to;
    __builtin_memcpy(&to, &from, sizeof to);
    return to;
}

__host__ __device__ inline int leading_zeros(unsigned long long x, int width)
{
    return x == 0 ? width : __builtin_clzll(x) - (64 - width);
}

template <class U> __host__ __device__ U reversed(U x)
{
    U y = 0;
    for (unsigned i = 0; i < 8 * sizeof x; ++i)
        y |= (U)(x >> i & 1) << (8 * sizeof x - 1 - i);
    return y;
}
} // namespace cpu_device

__device__ inline int __float_as_int(float x)
{
    return cpu_device::bits_as<int>(x);
}
__device__ inline unsigned int __float_as_uint(float x)
{
    return cpu_device::bits_as<unsigned int>(x);
}
__device__ inline float __int_as_float(int x)
{
    return cpu_device::bits_as<float>(x);
}
__device__ inline float __uint_as_float(unsigned int x)
{
    return cpu_device::bits_as<float>(x);
}
__device__ inline long long __double_as_longlong(double x)
{
    return cpu_device::bits_as<long long>(x);
}
__device__ inline double __longlong_as_double(long long x)
{
    return cpu_device::bits_as<double>(x);
}

__device__ inline int __double2hiint(double x)
{
    return (int)(cpu_device::bits_as<unsigned long long>(x) >> 32);
}
__device__ inline int __double2loint(double x)
{
    return (int)cpu_device::bits_as<unsigned long long>(x);
}
__device__ inline double __hiloint2double(int high, int low)
{
    return cpu_device::bits_as<double>((unsigned long long)(unsigned int)high << 32 | (unsigned int)low);
}

__device__ inline int __popc(unsigned int x)
{
    return __builtin_popcount(x);
}
__device__ inline int __popcll(unsigned long long x)
{
    return __builtin_popcountll(x);
}
__device__ inline int __clz(int x)
{
    return cpu_device::leading_zeros((unsigned int)x, 32);
}
__device__ inline int __clzll(long long x)
{
    return cpu_device::leading_zeros((unsigned long long)x, 64);
}
__device__ inline int __ffs(int x) // 1 for the lowest bit, 0 for none
{
    return __builtin_ffs(x);
}
__device__ inline int __ffsll(long long x)
{
    return __builtin_ffsll(x);
}
__device__ inline unsigned int __brev(unsigned int x)
{
    return cpu_device::reversed(x);
}
__device__ inline unsigned long long __brevll(unsigned long long x)
{
    return cpu_device::reversed(x);
}
__device__ inline unsigned int __byte_perm(unsigned int x, unsigned int y, unsigned int selector)
{
    unsigned long long bytes = (unsigned long long)y << 32 | x;
    unsigned int result = 0;
    for (int i = 0; i < 4; ++i)
        result |= (unsigned int)(bytes >> 8 * (selector >> 4 * i & 7) & 0xff) << 8 * i;
    return result;
}

// 32 bits of high:low, shifted to the left, of which they are the high ones, or to the right. The shift is taken modulo
// 32, or (c) is at most 32.
__device__ inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) << (shift & 31) >> 32);
}
__device__ inline unsigned int __funnelshift_lc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? low : __funnelshift_l(low, high, shift);
}
__device__ inline unsigned int __funnelshift_r(unsigned int low, unsigned int high, unsigned int shift)
{
    return (unsigned int)(((unsigned long long)high << 32 | low) >> (shift & 31));
}
__device__ inline unsigned int __funnelshift_rc(unsigned int low, unsigned int high, unsigned int shift)
{
    return shift >= 32 ? high : __funnelshift_r(low, high, shift);
}

// The position of the offset-th set bit of the mask, from bit `base` on: upwards, or downwards where the offset is
// negative; 0: is bit `base` itself set? -1 (all bits) where there is none.
__device__ inline unsigned int __fns(unsigned int mask, unsigned int base, int offset)
{
    if (offset == 0)
        return mask >> (base & 31) & 1 ? base : 0xffffffff;
    int step = offset > 0 ? 1 : -1, wanted = offset * step;
    for (int bit = (int)base; bit >= 0 && bit < 32; bit += step)
        if ((mask >> bit & 1) && --wanted == 0)
            return (unsigned int)bit;
    return 0xffffffff;
}

// --- integer products ---

__device__ inline int __mul24(int x, int y) // of the lower 24 bits, signed
{
    return (int)((unsigned int)(x << 8 >> 8) * (unsigned int)(y << 8 >> 8));
}
__device__ inline unsigned int __umul24(unsigned int x, unsigned int y)
{
    return (x & 0xffffff) * (y & 0xffffff);
}
__device__ inline int __mulhi(int x, int y)
{
    return (int)((long long)x * y >> 32);
}
__device__ inline unsigned int __umulhi(unsigned int x, unsigned int y)
{
    return (unsigned int)((unsigned long long)x * y >> 32);
}
__device__ inline long long __mul64hi(long long x, long long y)
{
    return (long long)((__int128)x * y >> 64);
}
__device__ inline unsigned long long __umul64hi(unsigned long long x, unsigned long long y)
{
    return (unsigned long long)((unsigned __int128)x * y >> 64);
}
__device__ inline unsigned int __sad(int x, int y, unsigned int z) // |x - y| + z
{
    return (x > y ? (unsigned int)x - (unsigned int)y : (unsigned int)y - (unsigned int)x) + z;
}
__device__ inline unsigned int __usad(unsigned int x, unsigned int y, unsigned int z)
{
    return (x > y ? x - y : y - x) + z;
}
__device__ inline int __hadd(int x, int y) // the mean, rounded down, without overflow
{
    return (int)(((long long)x + y) >> 1);
}
__device__ inline int __rhadd(int x, int y)
{
    return (int)(((long long)x + y + 1) >> 1);
}

__device__ inline unsigned int __uhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y) >> 1);
}
__device__ inline unsigned int __urhadd(unsigned int x, unsigned int y)
{
    return (unsigned int)(((unsigned long long)x + y + 1) >> 1);
}

// Loads and stores with hints for a GPU's caches.
#define CPU_DEVICE_CACHED(load)                                                                                        \
    template <class T> [[gnu::always_inline]] __device__ inline T load(const T *address)                               \
    {                                                                                                                  \
        return *address;                                                                                               \
    }
CPU_DEVICE_CACHED(__ldca)
CPU_DEVICE_CACHED(__ldcg)
CPU_DEVICE_CACHED(__ldcs)
CPU_DEVICE_CACHED(__ldlu)
#undef CPU_DEVICE_CACHED
#define CPU_DEVICE_CACHED(store)                                                                                       \
    template <class T> [[gnu::always_inline]] __device__ inline void store(T *address, T value)                        \
    {                                                                                                                  \
        *address = value;                                                                                              \
    }
CPU_DEVICE_CACHED(__stwb)
CPU_DEVICE_CACHED(__stcg)
CPU_DEVICE_CACHED(__stcs)
#undef CPU_DEVICE_CACHED

template <class T> [[gnu::always_inline]] __device__ inline T __ldg(const T *address)
{
    return *static_cast<const T *>(cpu_device_read_only(address, sizeof *address));
}

// With these two, threads poll for stores of other threads or of the host: volatile ones, where the
// type allows it.
template <class T> [[gnu::always_inline]] __device__ inline T __ldcv(const T *address)
{
    if constexpr (std::is_arithmetic_v<T>)
        return *static_cast<const volatile T *>(address);
    else
        return *address;
}
template <class T> [[gnu::always_inline]] __device__ inline void __stwt(T *address, T value)
{
    if constexpr (std::is_arithmetic_v<T>)
        *static_cast<volatile T *>(address) = value;
    else
        *address = value;
}
