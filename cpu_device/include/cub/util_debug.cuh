// SPDX-License-Identifier: MIT
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include <stdio.h>
#include <stdlib.h>

#include "detail/cpu_device.cuh"

#include "../cpu_device/letters_hidden.h"

namespace cub
{
// Returns the error; with CUB_STDERR defined it says so.
__host__ __device__ inline cudaError_t Debug(cudaError_t error, [[maybe_unused]] const char *file,
                                             [[maybe_unused]] int line)
{
    cudaError_t last = cudaGetLastError();
    if (error == cudaSuccess && last != cudaSuccess)
        error = last;
#ifdef CUB_STDERR
    if (error != cudaSuccess)
        fprintf(stderr, "CUDA error %d [%s, %d]: %s\n", error, file, line, cudaGetErrorString(error));
#endif
    return error;
}
} // namespace cub

#ifndef CubDebug
#define CubDebug(e) ::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)
#endif
#ifndef CubDebugExit
#define CubDebugExit(e)                                                                                                \
    if (::cub::Debug((cudaError_t)(e), __FILE__, __LINE__)) {                                                          \
        exit(1);                                                                                                       \
    }
#endif

#include "../cpu_device/letters_shown.h"
