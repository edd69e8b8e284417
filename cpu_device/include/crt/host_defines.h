// SPDX-License-Identifier: MIT
// The words that CUDA adds to C++. In a file that cucc compiles, the rewriter sees to those that are no macros here.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define __HOST_DEFINES_H__ // programs ask for this

#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __align__(n)
#define __no_return__ __attribute__((noreturn))
#define __maxnreg__(n) // registers are the host compiler's matter
#define __nv_pure__ __attribute__((pure))
#define __device_builtin__
#define __builtin_assume(condition) ((condition) ? (void)0 : __builtin_unreachable())
#define __cudart_builtin__
#define CUDARTAPI
#define CUDARTAPI_CDECL
#ifndef __CUDACC__
#define __host__
#define __global__
#define __device__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __cluster_dims__(...)
#define __shared__ thread_local
#endif
