// SPDX-License-Identifier: MIT
// CUDA C++ on a CPU: this header stands in for the toolkit's <cuda_runtime.h>.
//
// What it has: the qualifiers and the built-in variables, dim3 and the vector types, the part of the runtime API that
// programs about shared memory and synchronization need (cuda_runtime_api.h), and what kernels call: barriers
// (cpu_device/threads.h), warps (cpu_device/warps.h), atomics (cpu_device/atomics.h), arithmetic (cpu_device/math.h).
// What it has not got fails at compile time, by its name.
//
// Code with launches or kernels is compiled by `cucc`, which rewrites them (rewrite.c); plain C++ that only calls the
// API may include this header directly. __CUDA_ARCH__ is never defined: host and device code are compiled once.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

// nvcc makes these known to every program, so programs rely on it.
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __cplusplus
#include <new>
#include <utility>
#endif

#define __host__
#define __grid_constant__
#define __forceinline__ inline __attribute__((always_inline))
#define __align__(n) __attribute__((aligned(n)))
#ifndef __CUDACC__ // in a file that cucc compiles, the rewriter sees to these
#define __global__
#define __device__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __shared__ thread_local
#endif

#include "cuda_runtime_api.h"
#include "vector_types.h"

#ifdef __cplusplus // C has the API alone, as with nvcc
#include "cpu_device/atomics.h"
#include "cpu_device/launch.h"
#include "cpu_device/math.h"
#include "cpu_device/threads.h"
#include "cpu_device/warps.h"
#endif
