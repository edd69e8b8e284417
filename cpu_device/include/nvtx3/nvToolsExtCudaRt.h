// SPDX-License-Identifier: MIT
// Names for a profiler to show, of what the runtime API has; they do nothing (nvToolsExt.h).
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#define NVTOOLSEXT_CUDART_V3 // programs ask for this

#include "../driver_types.h"
#include "nvToolsExt.h"

static inline void nvtxNameCudaDeviceA(int device __attribute__((unused)), const char *name __attribute__((unused))) {}
static inline void nvtxNameCudaStreamA(cudaStream_t stream __attribute__((unused)),
                                       const char *name __attribute__((unused)))
{
}
static inline void nvtxNameCudaEventA(cudaEvent_t event __attribute__((unused)),
                                      const char *name __attribute__((unused)))
{
}
#define nvtxNameCudaDevice nvtxNameCudaDeviceA
#define nvtxNameCudaStream nvtxNameCudaStreamA
#define nvtxNameCudaEvent nvtxNameCudaEventA
