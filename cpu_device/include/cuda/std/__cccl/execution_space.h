// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name. CCCL 2.5's functions have __host__ and __device__ only where the
// compiler is nvcc, which compiler.h says it is not.
#pragma once
#pragma GCC system_header
#include_next <cuda/std/__cccl/execution_space.h>
#ifndef _CCCL_CUDA_COMPILATION
#undef _CCCL_HOST
#undef _CCCL_DEVICE
#undef _CCCL_HOST_DEVICE
#define _CCCL_HOST __host__
#define _CCCL_DEVICE __device__
#define _CCCL_HOST_DEVICE __host__ __device__
#endif
