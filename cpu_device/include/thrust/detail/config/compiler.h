// SPDX-License-Identifier: MIT
// In front of Thrust's header of this name. As <cuda/std/__cccl/compiler.h>, for Thrust before CCCL 2.
#pragma once
#pragma GCC system_header
#include_next <thrust/detail/config/compiler.h>
#define __HOST_DEFINES_H__ // else its guarded_cuda_runtime_api.h takes __host__ away
#ifdef THRUST_DEVICE_COMPILER
#undef THRUST_DEVICE_COMPILER
#define THRUST_DEVICE_COMPILER THRUST_DEVICE_COMPILER_GCC
#endif
