// SPDX-License-Identifier: MIT
// In front of CCCL's header of this name. CUDA's words mean what they do for nvcc, but kernels of nvcc's are none here:
// so CCCL is told that the compiler is another one, and leaves out CUB's kernels and PTX.
#pragma once
#pragma GCC system_header
#pragma push_macro("__NVCC__")
#undef __NVCC__
#include_next <cuda/std/__cccl/compiler.h>
#pragma pop_macro("__NVCC__")
#undef _CCCL_CUDACC
#define _CCCL_CUDACC() (__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__)
