// SPDX-License-Identifier: MIT
// In place of Thrust's header of this name, which includes CUB.
#pragma once
#pragma GCC system_header
#include <thrust/detail/config.h>
#define THRUST_RUNTIME_FUNCTION __host__ __device__ __forceinline__
#define THRUST_HOST_FUNCTION __host__ __forceinline__
#define THRUST_DEVICE_FUNCTION __device__ __forceinline__
#define THRUST_FUNCTION __host__ __device__ __forceinline__
#ifndef CUDARTAPI
#define CUDARTAPI
#endif
