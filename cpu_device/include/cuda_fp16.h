// SPDX-License-Identifier: MIT
// Half precision: numbers of 5 bits of exponent and 10 of fraction (CUDA Math API, "Half Precision Intrinsics"), for
// the host and the device. The types and functions stand in cpu_device/half_type.h.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "cuda_runtime.h"

#define __CUDA_FP16_H__ // programs ask for this
#define __CUDA_FP16_TYPES_EXIST__

#ifdef __cplusplus
struct __half;
struct __nv_bfloat16;

#define CPU_DEVICE_HALF __half
#define CPU_DEVICE_HALF2 __half2
#define CPU_DEVICE_HALF_RAW __half_raw
#define CPU_DEVICE_HALF2_RAW __half2_raw
#define CPU_DEVICE_OTHER_HALF __nv_bfloat16
#define CPU_DEVICE_HALF_WORD half
#define CPU_DEVICE_HALF_EXPONENT 5
#define CPU_DEVICE_HALF_FRACTION 10
#ifndef __CUDA_NO_HALF_CONVERSIONS__
#define CPU_DEVICE_HALF_CONVERTS 1
#endif
#ifndef __CUDA_NO_HALF_OPERATORS__
#define CPU_DEVICE_HALF_OPERATORS 1
#endif
#ifndef __CUDA_NO_HALF2_OPERATORS__
#define CPU_DEVICE_HALF2_OPERATORS 1
#endif
#define CPU_DEVICE_HALF_DIRECTED __host__ __device__
#include "cpu_device/half_type.h"

#define CUDART_INF_FP16 __ushort_as_half(0x7c00)
#define CUDART_NAN_FP16 __ushort_as_half(0x7fff)
#define CUDART_MIN_DENORM_FP16 __ushort_as_half(0x0001)
#define CUDART_MAX_NORMAL_FP16 __ushort_as_half(0x7bff)
#define CUDART_NEG_ZERO_FP16 __ushort_as_half(0x8000)
#define CUDART_ZERO_FP16 __ushort_as_half(0x0000)
#define CUDART_ONE_FP16 __ushort_as_half(0x3c00)

typedef __half __nv_half;
typedef __half2 __nv_half2;
typedef __half_raw __nv_half_raw;
typedef __half2_raw __nv_half2_raw;
typedef __half nv_half;
typedef __half2 nv_half2;
#ifndef CUDA_NO_HALF
typedef __half half;
typedef __half2 half2;
#endif

#else // C has the bits alone, as with nvcc
typedef struct __attribute__((aligned(2))) {
    unsigned short x;
} __half_raw;
typedef struct __attribute__((aligned(4))) {
    unsigned short x, y;
} __half2_raw;
#endif
