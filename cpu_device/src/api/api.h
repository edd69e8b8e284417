// SPDX-License-Identifier: MIT
// What the functions of the API have in common.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../run/device.h"

namespace cpu_device
{
// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t remember(cudaError_t error);
// Whether a program that ends with this status had the chance to free its memory: not if it ended early, for a call had
// failed, or if a kernel broke off, so that cudaFree() was refused.
bool could_free(int status);
} // namespace cpu_device

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    do {                                                                                                               \
        if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                          \
            return cpu_device::remember(refused);                                                                      \
    } while (0)
