// SPDX-License-Identifier: MIT
// What the functions of the API have in common.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../run/device.h"

namespace cpu_device
{
// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t remember(cudaError_t error);
// Of all of them, in host threads: whether a call failed, so that the program may well have ended early.
bool has_any_call_failed();
} // namespace cpu_device

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    do {                                                                                                               \
        if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                          \
            return cpu_device::remember(refused);                                                                      \
    } while (0)
