// SPDX-License-Identifier: MIT
// bfloat16: numbers of 8 bits of exponent, as float has, and 7 of fraction (CUDA Math API, "Bfloat16 Precision
// Intrinsics"), for the host and the device. The types and functions stand in cpu_device/half_type.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "cuda_fp16.h"

#define __CUDA_BF16_H__ // programs ask for this
#define __CUDA_BF16_TYPES_EXIST__

#ifdef __cplusplus
#define CPU_DEVICE_HALF __nv_bfloat16
#define CPU_DEVICE_HALF2 __nv_bfloat162
#define CPU_DEVICE_HALF_RAW __nv_bfloat16_raw
#define CPU_DEVICE_HALF2_RAW __nv_bfloat162_raw
#define CPU_DEVICE_OTHER_HALF __half
#define CPU_DEVICE_HALF_WORD bfloat16
#define CPU_DEVICE_HALF_EXPONENT 8
#define CPU_DEVICE_HALF_FRACTION 7
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
#define CPU_DEVICE_HALF_CONVERTS 1
#endif
#ifndef __CUDA_NO_BFLOAT16_OPERATORS__
#define CPU_DEVICE_HALF_OPERATORS 1
#endif
#ifndef __CUDA_NO_BFLOAT162_OPERATORS__
#define CPU_DEVICE_HALF2_OPERATORS 1
#endif
#define CPU_DEVICE_HALF_DIRECTED __device__
#include "cpu_device/half_type.h"

#ifndef __CUDA_NO_HALF_CONVERSIONS__
__host__ __device__ inline __half::__half(__nv_bfloat16 other) : __half(__bfloat162float(other)) {}
#endif
#ifndef __CUDA_NO_BFLOAT16_CONVERSIONS__
__host__ __device__ inline __nv_bfloat16::__nv_bfloat16(__half other) : __nv_bfloat16(__half2float(other)) {}
#endif

#define CUDART_INF_BF16 __ushort_as_bfloat16(0x7f80)
#define CUDART_NAN_BF16 __ushort_as_bfloat16(0x7fff)
#define CUDART_MIN_DENORM_BF16 __ushort_as_bfloat16(0x0001)
#define CUDART_MAX_NORMAL_BF16 __ushort_as_bfloat16(0x7f7f)
#define CUDART_NEG_ZERO_BF16 __ushort_as_bfloat16(0x8000)
#define CUDART_ZERO_BF16 __ushort_as_bfloat16(0x0000)
#define CUDART_ONE_BF16 __ushort_as_bfloat16(0x3f80)

typedef __nv_bfloat16 nv_bfloat16;
typedef __nv_bfloat162 nv_bfloat162;

#else // C has the bits alone, as with nvcc
typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __nv_bfloat16_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __nv_bfloat162_raw;
#endif
