// SPDX-License-Identifier: MIT
// handle_error.h: HANDLE_ERROR(call) ends a test program with one line on
// stderr if a CUDA call fails: with status 77, which CTest counts as skipped,
// if there is no CUDA device, else with 1. HANDLE_NULL(pointer) does so if an
// allocation failed.
#pragma once

#include <cuda_runtime.h>
#include <stdio.h>
#include <stdlib.h>
#include <utility>

inline bool no_device()
{
    int count = 0;
    cudaError_t error = cudaGetDeviceCount(&count);
    return error == cudaErrorNoDevice || error == cudaErrorInsufficientDriver || (error == cudaSuccess && count == 0);
}

inline void fail(const char *file, int line, const char *call, const char *reason, const char *name)
{
    fflush(stdout);
    bool skip = no_device();
    fprintf(stderr, "%s:%d: %s failed: %s (%s)\n", file, line, call, reason, name);
    exit(skip ? 77 : EXIT_FAILURE);
}

#define HANDLE_ERROR(call)                                                                                             \
    do {                                                                                                               \
        cudaError_t error_of_call = (call);                                                                            \
        if (error_of_call != cudaSuccess)                                                                              \
            fail(__FILE__, __LINE__, #call, cudaGetErrorString(error_of_call), cudaGetErrorName(error_of_call));       \
    } while (0)

#define HANDLE_NULL(pointer)                                                                                           \
    do {                                                                                                               \
        if ((pointer) == NULL)                                                                                         \
            fail(__FILE__, __LINE__, #pointer, "out of host memory", "NULL");                                          \
    } while (0)
