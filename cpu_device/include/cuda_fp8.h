// SPDX-License-Identifier: MIT
// Numbers of 8 bits, of which programs convert to and from others (CUDA Math API, "FP8 Intrinsics"): e4m3 has 4 bits of
// exponent, no infinities and one NaN; e5m2 is the upper half of a half. Conversions round to the nearest, once; those
// of the types' own go to the largest number where it is exceeded. e8m0, of powers of two, is not there.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "cuda_bf16.h"
#include "cuda_fp16.h"

#include "cpu_device/letters_hidden.h"

#define __CUDA_FP8_H__ // programs ask for this
#define __CUDA_FP8_TYPES_EXIST__

typedef unsigned char __nv_fp8_storage_t;
typedef unsigned short __nv_fp8x2_storage_t;
typedef unsigned int __nv_fp8x4_storage_t;
typedef enum __nv_saturation_t { __NV_NOSAT, __NV_SATFINITE } __nv_saturation_t;
typedef enum __nv_fp8_interpretation_t { __NV_E4M3, __NV_E5M2 } __nv_fp8_interpretation_t;

#ifdef __cplusplus
// Beyond the largest number: with __NV_NOSAT, NaN in e4m3 and infinity in e5m2.
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_double_to_fp8(double x, __nv_saturation_t saturate,
                                                                     __nv_fp8_interpretation_t kind)
{
    const int sign = signbit(x) ? 0x80 : 0;
    if (x != x) {
        const int fraction = __builtin_bit_cast(cpu_device::unsigned64, x) >> 50 & 1;
        return (__nv_fp8_storage_t)(sign | (kind == __NV_E4M3 ? 0x7f : 0x7e | fraction));
    }
    const int largest = kind == __NV_E4M3 ? 0x7e : 0x7b;
    cpu_device::unsigned64 magnitude = 0;
    if (kind == __NV_E4M3)
        magnitude = cpu_device::rounded_magnitude<4, 3>(x, cpu_device::rounding::nearest);
    else
        magnitude = cpu_device::rounded_magnitude<5, 2>(x, cpu_device::rounding::nearest);
    if (magnitude > (cpu_device::unsigned64)largest)
        magnitude = saturate == __NV_SATFINITE ? largest : largest + 1;
    return (__nv_fp8_storage_t)(sign | (int)magnitude);
}
__host__ __device__ inline __half_raw __nv_cvt_fp8_to_halfraw(__nv_fp8_storage_t bits, __nv_fp8_interpretation_t kind)
{
    const unsigned magnitude = bits & 0x7f;
    if (kind == __NV_E5M2)
        return {(unsigned short)(magnitude > 0x7c ? 0x7fff : bits << 8)};
    return magnitude == 0x7f ? __half_raw{0x7fff} : __half_raw(__float2half(cpu_device::value_of_bits<4, 3>(bits)));
}
__host__ __device__ inline __half2_raw __nv_cvt_fp8x2_to_halfraw2(__nv_fp8x2_storage_t bits,
                                                                  __nv_fp8_interpretation_t kind)
{
    return {__nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)bits, kind).x,
            __nv_cvt_fp8_to_halfraw((__nv_fp8_storage_t)(bits >> 8), kind).x};
}

__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_float_to_fp8(float x, __nv_saturation_t saturate,
                                                                    __nv_fp8_interpretation_t kind)
{
    return x != x ? 0x7f : __nv_cvt_double_to_fp8(x, saturate, kind);
}
__host__ __device__ inline __nv_fp8_storage_t __nv_cvt_halfraw_to_fp8(__half_raw x, __nv_saturation_t saturate,
                                                                      __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(__half2float(x), saturate, kind);
}
__host__ __device__ inline __nv_fp8_storage_t
__nv_cvt_bfloat16raw_to_fp8(__nv_bfloat16_raw x, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float_to_fp8(__bfloat162float(x), saturate, kind);
}
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_float2_to_fp8x2(float2 pair, __nv_saturation_t saturate,
                                                                         __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_float_to_fp8(pair.y, saturate, kind) << 8 |
                                  __nv_cvt_float_to_fp8(pair.x, saturate, kind));
}
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_double2_to_fp8x2(double2 pair, __nv_saturation_t saturate,
                                                                          __nv_fp8_interpretation_t kind)
{
    return (__nv_fp8x2_storage_t)(__nv_cvt_double_to_fp8(pair.y, saturate, kind) << 8 |
                                  __nv_cvt_double_to_fp8(pair.x, saturate, kind));
}
__host__ __device__ inline __nv_fp8x2_storage_t __nv_cvt_halfraw2_to_fp8x2(__half2_raw pair, __nv_saturation_t saturate,
                                                                           __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float2_to_fp8x2(__half22float2(pair), saturate, kind);
}
__host__ __device__ inline __nv_fp8x2_storage_t
__nv_cvt_bfloat16raw2_to_fp8x2(__nv_bfloat162_raw pair, __nv_saturation_t saturate, __nv_fp8_interpretation_t kind)
{
    return __nv_cvt_float2_to_fp8x2(__bfloat1622float2(pair), saturate, kind);
}

namespace cpu_device
{
// One number, two and four of them.
template <__nv_fp8_interpretation_t kind> struct alignas(1) fp8 {
    __nv_fp8_storage_t __x;

    fp8() = default;
    explicit __host__ __device__ fp8(float x) : __x(__nv_cvt_float_to_fp8(x, __NV_SATFINITE, kind)) {}
    explicit __host__ __device__ fp8(double x) : __x(__nv_cvt_double_to_fp8(x, __NV_SATFINITE, kind)) {}
    explicit __host__ __device__ fp8(__half x) : fp8(__half2float(x)) {}
    explicit __host__ __device__ fp8(__nv_bfloat16 x) : fp8(__bfloat162float(x)) {}
    explicit __host__ __device__ fp8(short x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(unsigned short x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(int x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(unsigned int x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(long x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(unsigned long x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(long long x) : fp8((float)x) {}
    explicit __host__ __device__ fp8(unsigned long long x) : fp8((float)x) {}

    explicit __host__ __device__ __forceinline__ operator __half() const
    {
        return __nv_cvt_fp8_to_halfraw(__x, kind);
    }
    explicit __host__ __device__ __forceinline__ operator float() const
    {
        return __half2float(__nv_cvt_fp8_to_halfraw(__x, kind));
    }
    explicit __host__ __device__ __forceinline__ operator double() const
    {
        return float(*this);
    }
    explicit __host__ __device__ __forceinline__ operator __nv_bfloat16() const
    {
        return __float2bfloat16(float(*this));
    }
    explicit __host__ __device__ __forceinline__ operator bool() const
    {
        return (__x & 0x7f) != 0;
    }
#define CPU_DEVICE_FP8_TO(I)                                                                                           \
    explicit __host__ __device__ __forceinline__ operator I() const                                                    \
    {                                                                                                                  \
        return narrow_to_integer<rounding::zero, I>(float(*this));                                                     \
    }
    CPU_DEVICE_FP8_TO(char)
    CPU_DEVICE_FP8_TO(signed char)
    CPU_DEVICE_FP8_TO(unsigned char)
    CPU_DEVICE_FP8_TO(short)
    CPU_DEVICE_FP8_TO(unsigned short)
    CPU_DEVICE_FP8_TO(int)
    CPU_DEVICE_FP8_TO(unsigned int)
    CPU_DEVICE_FP8_TO(long)
    CPU_DEVICE_FP8_TO(unsigned long)
    CPU_DEVICE_FP8_TO(long long)
    CPU_DEVICE_FP8_TO(unsigned long long)
#undef CPU_DEVICE_FP8_TO
};

template <__nv_fp8_interpretation_t kind> struct alignas(2) fp8x2 {
    __nv_fp8x2_storage_t __x;

    fp8x2() = default;
    explicit __host__ __device__ fp8x2(float2 x) : __x(__nv_cvt_float2_to_fp8x2(x, __NV_SATFINITE, kind)) {}
    explicit __host__ __device__ fp8x2(double2 x) : __x(__nv_cvt_double2_to_fp8x2(x, __NV_SATFINITE, kind)) {}
    explicit __host__ __device__ fp8x2(__half2 x) : fp8x2(__half22float2(x)) {}
    explicit __host__ __device__ fp8x2(__nv_bfloat162 x) : fp8x2(__bfloat1622float2(x)) {}
    explicit __host__ __device__ __forceinline__ operator __half2() const
    {
        return __nv_cvt_fp8x2_to_halfraw2(__x, kind);
    }
    explicit __host__ __device__ __forceinline__ operator float2() const
    {
        return __half22float2(__nv_cvt_fp8x2_to_halfraw2(__x, kind));
    }
};

template <__nv_fp8_interpretation_t kind> struct alignas(4) fp8x4 {
    __nv_fp8x4_storage_t __x;

    fp8x4() = default;
    explicit __host__ __device__ fp8x4(float4 x)
        : __x(joined(fp8x2<kind>(make_float2(x.x, x.y)), fp8x2<kind>(make_float2(x.z, x.w))))
    {
    }
#define CPU_DEVICE_FP8_OF(T)                                                                                           \
    explicit __host__ __device__ fp8x4(T x)                                                                            \
        : __x(joined(fp8x2<kind>(make_double2(x.x, x.y)), fp8x2<kind>(make_double2(x.z, x.w))))                        \
    {                                                                                                                  \
    }
    CPU_DEVICE_FP8_OF(double4)
    CPU_DEVICE_FP8_OF(double4_16a)
    CPU_DEVICE_FP8_OF(double4_32a)
#undef CPU_DEVICE_FP8_OF
    __host__ __device__ fp8x4(__half2 low, __half2 high) : __x(joined(fp8x2<kind>(low), fp8x2<kind>(high))) {}
    __host__ __device__ fp8x4(__nv_bfloat162 low, __nv_bfloat162 high)
        : __x(joined(fp8x2<kind>(low), fp8x2<kind>(high)))
    {
    }
    explicit __host__ __device__ __forceinline__ operator float4() const
    {
        fp8x2<kind> low, high;
        low.__x = (__nv_fp8x2_storage_t)__x, high.__x = (__nv_fp8x2_storage_t)(__x >> 16);
        const float2 x = float2(low), y = float2(high);
        return make_float4(x.x, x.y, y.x, y.y);
    }

  private:
    __host__ __device__ static __nv_fp8x4_storage_t joined(fp8x2<kind> low, fp8x2<kind> high)
    {
        return low.__x | (__nv_fp8x4_storage_t)high.__x << 16;
    }
};
} // namespace cpu_device

#define CPU_DEVICE_FP8(name, base, kind)                                                                               \
    struct name : cpu_device::base<kind> {                                                                             \
        using cpu_device::base<kind>::base;                                                                            \
        name() = default;                                                                                              \
    };
CPU_DEVICE_FP8(__nv_fp8_e4m3, fp8, __NV_E4M3)
CPU_DEVICE_FP8(__nv_fp8_e5m2, fp8, __NV_E5M2)
CPU_DEVICE_FP8(__nv_fp8x2_e4m3, fp8x2, __NV_E4M3)
CPU_DEVICE_FP8(__nv_fp8x2_e5m2, fp8x2, __NV_E5M2)
CPU_DEVICE_FP8(__nv_fp8x4_e4m3, fp8x4, __NV_E4M3)
CPU_DEVICE_FP8(__nv_fp8x4_e5m2, fp8x4, __NV_E5M2)
#undef CPU_DEVICE_FP8

#define CPU_DEVICE_NO_E8M0                                                                                             \
    __attribute__((unavailable("the CPU device has no powers of two in 8 bits, e8m0: use ldexpf() on float")))
using __nv_fp8_e8m0 CPU_DEVICE_NO_E8M0 = unsigned char;
using __nv_fp8x2_e8m0 CPU_DEVICE_NO_E8M0 = unsigned short;
using __nv_fp8x4_e8m0 CPU_DEVICE_NO_E8M0 = unsigned int;
#undef CPU_DEVICE_NO_E8M0
#endif

#include "cpu_device/letters_shown.h"
