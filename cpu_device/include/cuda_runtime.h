// SPDX-License-Identifier: MIT
// CUDA C++ on a CPU: this header stands in for the toolkit's <cuda_runtime.h>.
//
// What it has: the qualifiers and the built-in variables, dim3 and the vector types, the part of the runtime API that
// programs about shared memory and synchronization need (cuda_runtime_api.h), and what kernels call: barriers
// (cpu_device/threads.h), warps (cpu_device/warps.h), atomics (cpu_device/atomics.h), arithmetic (cpu_device/math.h),
// textures and surfaces (cpu_device/textures.h).
// What it has not got fails at compile time, by its name.
//
// Code with launches or kernels is compiled by `cucc`, which rewrites them (rewrite/main.c); plain C++ that only calls
// the API may include this header directly. cucc compiles host code and device code in a pass each, as nvcc does; the
// text of this header is the same in both (driver/same_text.c).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

// nvcc makes these known to every program, so programs rely on it.
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#ifdef __wasm__
#include "cpu_device/wasm.h"
#endif
#ifdef __cplusplus
#include <cmath>
#include <cstdlib>
#include <new>
#include <utility>
#endif

#include "cpu_device/letters_hidden.h"

#define __CUDA_RUNTIME_H__ // programs ask for this

#include "channel_descriptor.h"
#include "cuda_runtime_api.h"
#include "device_types.h"
#include "driver_functions.h"
#include "library_types.h"
#include "vector_types.h"

#include "cpu_device/header_guards.h"

#ifdef __cplusplus // C has the API alone, as with nvcc
#include "cpu_device/atomics.h"
#include "cpu_device/clusters.h"
#include "cpu_device/launch.h"
#include "cpu_device/math.h"
#include "cpu_device/nv_atomics.h"
#include "cpu_device/ptx.h"
#include "cpu_device/rounding.h"
#include "cpu_device/simd.h"
#include "cpu_device/textures.h"
#include "cpu_device/threads.h"
#include "cpu_device/warps.h"
#endif

#ifdef __clang__ // clangd looks for this where there is a launch
unsigned __cudaPushCallConfiguration(dim3 grid, dim3 block, size_t shared = 0, cudaStream_t stream = nullptr);
#endif
#include "cpu_device/letters_shown.h"
#pragma cpu_device instantiate // plugin/plugin.cpp: templates that were used so far
