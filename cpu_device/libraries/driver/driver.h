// SPDX-License-Identifier: MIT
// Shared by the functions of the driver API.
#pragma once

#include "../../include/cuda.h"
#include "../../src/api/api.h"

struct CUctx_st {
    unsigned flags = 0;
    int device = 0;
};

namespace cpu_device
{
// The driver API's error for the runtime API's.
CUresult driver_result(cudaError_t error);
// Returns an error, with its reason for a report.
CUresult refuse_driver(CUresult error, const std::string &why);
// Whether a function cannot run.
CUresult refused(const char *function, const void *caller, bool needs_context);
// Whether a context can be used.
CUresult state_of(CUcontext context);

inline CUresult result(cudaError_t error)
{
    return driver_result(error);
}

template <class T> T *at(CUdeviceptr pointer)
{
    return reinterpret_cast<T *>(static_cast<uintptr_t>(pointer));
}

// Converts a pointer of the runtime API.
template <class Function> CUresult give_pointer(CUdeviceptr *pointer, Function function)
{
    void *made = nullptr;
    const CUresult error = pointer == nullptr ? CUDA_ERROR_INVALID_VALUE : result(function(&made));
    if (error == CUDA_SUCCESS)
        *pointer = reinterpret_cast<uintptr_t>(made);
    return error;
}
} // namespace cpu_device

// The first line of a function of the driver API.
#define ENTER(needs_context)                                                                                           \
    const cpu_device::driver_call call(__func__, __builtin_return_address(0), __builtin_frame_address(0));             \
    if (CUresult error = cpu_device::refused(__func__, __builtin_return_address(0), needs_context))                    \
    return error
#define ENTER_IN_CONTEXT() ENTER(true)
