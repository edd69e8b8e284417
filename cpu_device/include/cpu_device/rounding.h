// SPDX-License-Identifier: MIT
// Arithmetic that rounds as its name says: _rn to nearest, _rz towards 0, _rd down, _ru up. Results are exact in that.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <cfenv>
#include <limits>
#include <math.h>
#include <type_traits>

namespace cpu_device
{
enum class rounding { nearest, zero, down, up };

#ifdef __wasm__ // rounds to the nearest, and no other way
#define FE_TOWARDZERO FE_TONEAREST
#define FE_DOWNWARD FE_TONEAREST
#define FE_UPWARD FE_TONEAREST
#endif
__host__ __device__ constexpr int mode_of(rounding r)
{
    return r == rounding::zero ? FE_TOWARDZERO : r == rounding::down ? FE_DOWNWARD : FE_UPWARD;
}

// The compiler may move what it computes neither before nor after this.
template <class T> __host__ __device__ [[gnu::always_inline]] inline void pin(T &value)
{
    asm volatile("" : "+m"(value));
}

// operation(x...) in that mode.
template <rounding r, class Operation, class... T> __host__ __device__ inline auto rounded(Operation operation, T... x)
{
    if constexpr (r == rounding::nearest) {
        return operation(x...);
    } else {
        fesetround(mode_of(r));
        (pin(x), ...);
        auto result = operation(x...);
        pin(result);
        fesetround(FE_TONEAREST);
        return result;
    }
}

template <rounding r, class R> __host__ __device__ inline R whole(R x)
{
    return r == rounding::nearest ? rint(x) : r == rounding::zero ? trunc(x) : r == rounding::down ? floor(x) : ceil(x);
}

// To an integer. Out of range saturates. NaN becomes 0 from float to 32 bits, and else the top bit alone, as an H200
// has it.
template <rounding r, class I, class R> __host__ __device__ inline I to_integer(R x)
{
    using U = std::make_unsigned_t<I>;
    const R low = (R)std::numeric_limits<I>::min(), high = (R)std::numeric_limits<I>::max();
    if (x != x)
        return sizeof x == 4 && sizeof(I) == 4 ? 0 : (I)((U)1 << (8 * sizeof(I) - 1));
    x = whole<r>(x);
    return x <= low ? std::numeric_limits<I>::min() : x >= high ? std::numeric_limits<I>::max() : (I)x;
}
} // namespace cpu_device

#define CPU_DEVICE_ROUND(name, T, r, parameters, values, expression)                                                   \
    __device__ inline T name parameters                                                                                \
    {                                                                                                                  \
        return cpu_device::rounded<cpu_device::rounding::r>([] parameters -> T { return expression; },                 \
                                                            CPU_DEVICE_LIST values);                                   \
    }
#define CPU_DEVICE_LIST(...) __VA_ARGS__
#define CPU_DEVICE_ARITHMETIC(T, letter, fused, root, suffix, r)                                                       \
    CPU_DEVICE_ROUND(__##letter##add_##suffix, T, r, (T x, T y), (x, y), x + y)                                        \
    CPU_DEVICE_ROUND(__##letter##sub_##suffix, T, r, (T x, T y), (x, y), x - y)                                        \
    CPU_DEVICE_ROUND(__##letter##mul_##suffix, T, r, (T x, T y), (x, y), x *y)                                         \
    CPU_DEVICE_ROUND(__##letter##div_##suffix, T, r, (T x, T y), (x, y), x / y)                                        \
    CPU_DEVICE_ROUND(__##letter##rcp_##suffix, T, r, (T x), (x), 1 / x)                                                \
    CPU_DEVICE_ROUND(__##letter##sqrt_##suffix, T, r, (T x), (x), root(x))                                             \
    CPU_DEVICE_ROUND(__##fused##_##suffix, T, r, (T x, T y, T z), (x, y, z), fused(x, y, z))
#define CPU_DEVICE_ROUNDED(suffix, r)                                                                                  \
    CPU_DEVICE_ARITHMETIC(float, f, fmaf, sqrtf, suffix, r)                                                            \
    CPU_DEVICE_ARITHMETIC(double, d, fma, sqrt, suffix, r)                                                             \
    CPU_DEVICE_ROUND(__fmaf_ieee_##suffix, float, r, (float x, float y, float z), (x, y, z), fmaf(x, y, z))            \
    CPU_DEVICE_ROUND(__double2float_##suffix, float, r, (double x), (x), (float)x)                                     \
    CPU_DEVICE_ROUND(__int2float_##suffix, float, r, (int x), (x), (float)x)                                           \
    CPU_DEVICE_ROUND(__uint2float_##suffix, float, r, (unsigned int x), (x), (float)x)                                 \
    CPU_DEVICE_ROUND(__ll2float_##suffix, float, r, (long long x), (x), (float)x)                                      \
    CPU_DEVICE_ROUND(__ull2float_##suffix, float, r, (unsigned long long x), (x), (float)x)                            \
    CPU_DEVICE_ROUND(__ll2double_##suffix, double, r, (long long x), (x), (double)x)                                   \
    CPU_DEVICE_ROUND(__ull2double_##suffix, double, r, (unsigned long long x), (x), (double)x)                         \
    CPU_DEVICE_TO_INTEGERS(float, float, suffix, r)                                                                    \
    CPU_DEVICE_TO_INTEGERS(double, double, suffix, r)
#define CPU_DEVICE_TO_INTEGERS(R, from, suffix, r)                                                                     \
    CPU_DEVICE_TO_INTEGER(R, from##2int_##suffix, int, r)                                                              \
    CPU_DEVICE_TO_INTEGER(R, from##2uint_##suffix, unsigned int, r)                                                    \
    CPU_DEVICE_TO_INTEGER(R, from##2ll_##suffix, long long, r)                                                         \
    CPU_DEVICE_TO_INTEGER(R, from##2ull_##suffix, unsigned long long, r)
#define CPU_DEVICE_TO_INTEGER(R, name, I, r)                                                                           \
    __device__ inline I __##name(R x)                                                                                  \
    {                                                                                                                  \
        return cpu_device::to_integer<cpu_device::rounding::r, I>(x);                                                  \
    }
CPU_DEVICE_ROUNDED(rn, nearest)
CPU_DEVICE_ROUNDED(rz, zero)
CPU_DEVICE_ROUNDED(rd, down)
CPU_DEVICE_ROUNDED(ru, up)
#undef CPU_DEVICE_TO_INTEGER
#undef CPU_DEVICE_TO_INTEGERS
#undef CPU_DEVICE_ROUNDED
#undef CPU_DEVICE_ARITHMETIC
#undef CPU_DEVICE_LIST
#undef CPU_DEVICE_ROUND

// Exact in double, and so of one kind.
__device__ inline double __int2double_rn(int x)
{
    return x;
}
__device__ inline double __uint2double_rn(unsigned int x)
{
    return x;
}
