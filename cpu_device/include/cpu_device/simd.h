// SPDX-License-Identifier: MIT
// Two 16-bit or four 8-bit integers in a word of 32 bits, each computed on its own (CUDA Math API, "SIMD Intrinsics"),
// and the minimum and maximum of three, of a sum, with ReLU, or with a word on which one it is.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <limits>
#include <type_traits>

#include "math.h"

namespace cpu_device
{
// The parts of words, as integers of type T: compute(x, y) of those at the same place.
template <class T, class Compute>
__host__ __device__ [[gnu::always_inline]] inline unsigned int in_parts(unsigned int a, unsigned int b, Compute compute)
{
    unsigned int result = 0;
    for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(T))
        result |= (unsigned int)(std::make_unsigned_t<T>)compute((int)(T)(a >> shift), (int)(T)(b >> shift)) << shift;
    return result;
}

// The sum over the parts.
template <class T, class Compute> __host__ __device__ [[gnu::always_inline]] inline unsigned int
over_parts(unsigned int a, unsigned int b, Compute compute)
{
    unsigned int sum = 0;
    for (unsigned shift = 0; shift < 32; shift += 8 * sizeof(T))
        sum += (unsigned int)compute((int)(T)(a >> shift), (int)(T)(b >> shift));
    return sum;
}

template <class T> __host__ __device__ constexpr int clamped(int x)
{
    constexpr int low = std::numeric_limits<T>::min(), high = std::numeric_limits<T>::max();
    return x < low ? low : x > high ? high : x;
}

__host__ __device__ constexpr int distance(int x, int y)
{
    return x < y ? y - x : x - y;
}
} // namespace cpu_device

#define CPU_DEVICE_PARTS_1(name, T, expression)                                                                        \
    __device__ inline unsigned int name(unsigned int a)                                                                \
    {                                                                                                                  \
        return cpu_device::in_parts<T>(a, 0, [](int x, int) { return expression; });                                   \
    }
#define CPU_DEVICE_PARTS(name, T, expression)                                                                          \
    __device__ inline unsigned int name(unsigned int a, unsigned int b)                                                \
    {                                                                                                                  \
        return cpu_device::in_parts<T>(a, b, [](int x, int y) { return expression; });                                 \
    }
#define CPU_DEVICE_PARTS_SUM(name, T, expression)                                                                      \
    __device__ inline unsigned int name(unsigned int a, unsigned int b)                                                \
    {                                                                                                                  \
        return cpu_device::over_parts<T>(a, b, [](int x, int y) { return expression; });                               \
    }
// A comparison gives all bits of the part (cmp), or 1 (set).
#define CPU_DEVICE_PARTS_COMPARED(kind, T, n, operator)                                                                \
    CPU_DEVICE_PARTS(__vcmp##kind##n, T, x operator y ? -1 : 0)                                                        \
    CPU_DEVICE_PARTS(__vset##kind##n, T, x operator y ? 1 : 0)
#define CPU_DEVICE_PARTS_OF_KIND(T, k, n)                                                                              \
    CPU_DEVICE_PARTS(__vabsdiff##k##n, T, cpu_device::distance(x, y))                                                  \
    CPU_DEVICE_PARTS(__vadd##k##s##n, T, cpu_device::clamped<T>(x + y))                                                \
    CPU_DEVICE_PARTS(__vsub##k##s##n, T, cpu_device::clamped<T>(x - y))                                                \
    CPU_DEVICE_PARTS(__vmax##k##n, T, x > y ? x : y)                                                                   \
    CPU_DEVICE_PARTS(__vmin##k##n, T, x < y ? x : y)                                                                   \
    CPU_DEVICE_PARTS_COMPARED(ge##k, T, n, >=)                                                                         \
    CPU_DEVICE_PARTS_COMPARED(gt##k, T, n, >)                                                                          \
    CPU_DEVICE_PARTS_COMPARED(le##k, T, n, <=)                                                                         \
    CPU_DEVICE_PARTS_COMPARED(lt##k, T, n, <)                                                                          \
    CPU_DEVICE_PARTS_SUM(__vsad##k##n, T, cpu_device::distance(x, y))
// The signed mean rounds a half away from 0, the unsigned one up; __vhaddu rounds down.
#define CPU_DEVICE_PARTS_OF_SIZE(S, U, n)                                                                              \
    CPU_DEVICE_PARTS_OF_KIND(S, s, n)                                                                                  \
    CPU_DEVICE_PARTS_OF_KIND(U, u, n)                                                                                  \
    CPU_DEVICE_PARTS(__vadd##n, U, x + y)                                                                              \
    CPU_DEVICE_PARTS(__vsub##n, U, x - y)                                                                              \
    CPU_DEVICE_PARTS(__vavgs##n, S, (x + y + (x + y >= 0)) >> 1)                                                       \
    CPU_DEVICE_PARTS(__vavgu##n, U, (x + y + 1) >> 1)                                                                  \
    CPU_DEVICE_PARTS(__vhaddu##n, U, (x + y) >> 1)                                                                     \
    CPU_DEVICE_PARTS_COMPARED(eq, U, n, ==)                                                                            \
    CPU_DEVICE_PARTS_COMPARED(ne, U, n, !=)                                                                            \
    CPU_DEVICE_PARTS_1(__vabs##n, S, x < 0 ? -x : x)                                                                   \
    CPU_DEVICE_PARTS_1(__vabsss##n, S, cpu_device::clamped<S>(x < 0 ? -x : x))                                         \
    CPU_DEVICE_PARTS_1(__vneg##n, S, -x)                                                                               \
    CPU_DEVICE_PARTS_1(__vnegss##n, S, cpu_device::clamped<S>(-x))
CPU_DEVICE_PARTS_OF_SIZE(cpu_device::signed16, cpu_device::unsigned16, 2)
CPU_DEVICE_PARTS_OF_SIZE(cpu_device::signed8, cpu_device::unsigned8, 4)
#undef CPU_DEVICE_PARTS_OF_SIZE
#undef CPU_DEVICE_PARTS_OF_KIND
#undef CPU_DEVICE_PARTS_COMPARED
#undef CPU_DEVICE_PARTS_SUM
#undef CPU_DEVICE_PARTS_1
#undef CPU_DEVICE_PARTS

// --- minimum and maximum, for dynamic programming ---

namespace cpu_device
{
template <class T> __host__ __device__ constexpr T least(T x, T y)
{
    return x < y ? x : y;
}
template <class T> __host__ __device__ constexpr T greatest(T x, T y)
{
    return x > y ? x : y;
}
template <class T> __host__ __device__ constexpr T relu(T x)
{
    return x > 0 ? x : 0;
}
// The sum, of the low bits alone.
template <class T> __host__ __device__ constexpr T wrapped_sum(T x, T y)
{
    return (T)((unsigned int)x + (unsigned int)y);
}
// compute(x, y, z) of the halves at the same place.
template <class T, class Compute>
__host__ __device__ inline unsigned int in_halves(unsigned int a, unsigned int b, unsigned int c, Compute compute)
{
    auto low = (unsigned int)(unsigned16)compute((T)a, (T)b, (T)c);
    auto high = (unsigned int)(unsigned16)compute((T)(a >> 16), (T)(b >> 16), (T)(c >> 16));
    return high << 16 | low;
}
} // namespace cpu_device

#define CPU_DEVICE_THREE(name, P, T, expression)                                                                       \
    __host__ __device__ inline P name(P a, P b, P c)                                                                   \
    {                                                                                                                  \
        auto compute = []([[maybe_unused]] T x, T y, T z) -> T { return expression; };                                 \
        if constexpr (sizeof(T) == 2)                                                                                  \
            return cpu_device::in_halves<T>(a, b, c, compute);                                                         \
        else                                                                                                           \
            return compute(a, b, c);                                                                                   \
    }
#define CPU_DEVICE_TWO(name, P, T, expression)                                                                         \
    __host__ __device__ inline P name(P a, P b)                                                                        \
    {                                                                                                                  \
        auto compute = []([[maybe_unused]] T x, T y, T z) -> T { return expression; };                                 \
        if constexpr (sizeof(T) == 2)                                                                                  \
            return cpu_device::in_halves<T>(0, a, b, compute);                                                         \
        else                                                                                                           \
            return compute(0, a, b);                                                                                   \
    }
#define CPU_DEVICE_MIN_MAX_3(m, which, P, T, kind)                                                                     \
    CPU_DEVICE_THREE(__vi##m##3_##kind, P, T, cpu_device::which(cpu_device::which(x, y), z))                           \
    CPU_DEVICE_THREE(__viadd##m##_##kind, P, T, cpu_device::which(cpu_device::wrapped_sum(x, y), z))
#define CPU_DEVICE_MIN_MAX_RELU(m, which, P, T, kind)                                                                  \
    CPU_DEVICE_MIN_MAX_3(m, which, P, T, kind)                                                                         \
    CPU_DEVICE_THREE(__vi##m##3_##kind##_relu, P, T, cpu_device::relu(cpu_device::which(cpu_device::which(x, y), z)))  \
    CPU_DEVICE_THREE(__viadd##m##_##kind##_relu, P, T,                                                                 \
                     cpu_device::relu(cpu_device::which(cpu_device::wrapped_sum(x, y), z)))                            \
    CPU_DEVICE_TWO(__vi##m##_##kind##_relu, P, T, cpu_device::relu(cpu_device::which(y, z)))
// With a word on it: whether it is the first of the two; of halves, for the high one and for the low one.
#define CPU_DEVICE_MIN_MAX_WHICH(m, which, T, kind)                                                                    \
    __host__ __device__ inline T __vib##m##_##kind(T a, T b, bool *first)                                              \
    {                                                                                                                  \
        T result = cpu_device::which(a, b);                                                                            \
        *first = result == a;                                                                                          \
        return result;                                                                                                 \
    }
#define CPU_DEVICE_MIN_MAX_WHICH_2(m, which, T, kind)                                                                  \
    __host__ __device__ inline unsigned int __vib##m##_##kind(unsigned int a, unsigned int b, bool *high, bool *low)   \
    {                                                                                                                  \
        auto compute = [](T, T x, T y) -> T { return cpu_device::which(x, y); };                                       \
        unsigned int result = cpu_device::in_halves<T>(0, a, b, compute);                                              \
        *high = result >> 16 == a >> 16;                                                                               \
        *low = (cpu_device::unsigned16)result == (cpu_device::unsigned16)a;                                            \
        return result;                                                                                                 \
    }
#define CPU_DEVICE_MIN_MAX(m, which)                                                                                   \
    CPU_DEVICE_MIN_MAX_RELU(m, which, int, int, s32)                                                                   \
    CPU_DEVICE_MIN_MAX_RELU(m, which, unsigned int, cpu_device::signed16, s16x2)                                       \
    CPU_DEVICE_MIN_MAX_3(m, which, unsigned int, unsigned int, u32)                                                    \
    CPU_DEVICE_MIN_MAX_3(m, which, unsigned int, cpu_device::unsigned16, u16x2)                                        \
    CPU_DEVICE_MIN_MAX_WHICH(m, which, int, s32)                                                                       \
    CPU_DEVICE_MIN_MAX_WHICH(m, which, unsigned int, u32)                                                              \
    CPU_DEVICE_MIN_MAX_WHICH_2(m, which, cpu_device::signed16, s16x2)                                                  \
    CPU_DEVICE_MIN_MAX_WHICH_2(m, which, cpu_device::unsigned16, u16x2)
CPU_DEVICE_MIN_MAX(min, least)
CPU_DEVICE_MIN_MAX(max, greatest)
#undef CPU_DEVICE_MIN_MAX
#undef CPU_DEVICE_MIN_MAX_WHICH_2
#undef CPU_DEVICE_MIN_MAX_WHICH
#undef CPU_DEVICE_MIN_MAX_RELU
#undef CPU_DEVICE_MIN_MAX_3
#undef CPU_DEVICE_TWO
#undef CPU_DEVICE_THREE

// --- products of parts, added up ---

namespace cpu_device
{
// The sum of the products of each part of `a` with a byte of `b`, from byte `first` on.
template <class A, class B, unsigned first, class C>
__host__ __device__ inline C products(unsigned int a, unsigned int b, C sum)
{
    for (unsigned i = 0; i < 4 / sizeof(A); ++i)
        sum =
            (C)((unsigned int)sum + (unsigned int)((int)(A)(a >> 8 * sizeof(A) * i) * (int)(B)(b >> 8 * (first + i))));
    return sum;
}
} // namespace cpu_device

#define CPU_DEVICE_PRODUCTS(name, A, B, C, AV, BV, first)                                                              \
    __device__ inline C name(C a, C b, C c)                                                                            \
    {                                                                                                                  \
        return cpu_device::products<A, B, first>((unsigned int)a, (unsigned int)b, c);                                 \
    }                                                                                                                  \
    __device__ inline C name(AV a, BV b, C c)                                                                          \
    {                                                                                                                  \
        return name(cpu_device::bits_as<C>(a), cpu_device::bits_as<C>(b), c);                                          \
    }
CPU_DEVICE_PRODUCTS(__dp4a, cpu_device::signed8, cpu_device::signed8, int, char4, char4, 0)
CPU_DEVICE_PRODUCTS(__dp4a, cpu_device::unsigned8, cpu_device::unsigned8, unsigned int, uchar4, uchar4, 0)
CPU_DEVICE_PRODUCTS(__dp2a_lo, cpu_device::signed16, cpu_device::signed8, int, short2, char4, 0)
CPU_DEVICE_PRODUCTS(__dp2a_lo, cpu_device::unsigned16, cpu_device::unsigned8, unsigned int, ushort2, uchar4, 0)
CPU_DEVICE_PRODUCTS(__dp2a_hi, cpu_device::signed16, cpu_device::signed8, int, short2, char4, 2)
CPU_DEVICE_PRODUCTS(__dp2a_hi, cpu_device::unsigned16, cpu_device::unsigned8, unsigned int, ushort2, uchar4, 2)
#undef CPU_DEVICE_PRODUCTS
