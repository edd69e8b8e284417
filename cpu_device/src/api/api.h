// SPDX-License-Identifier: MIT
// What the functions of the API have in common.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../run/device.h"

namespace cpu_device
{
// Keeps an error for cudaGetLastError, and hands it on.
cudaError_t remember(cudaError_t error);
// The same, with the reason, as "a null pointer", for whoever does not look at the error, or does not get on with it.
cudaError_t refuse(cudaError_t error, const std::string &why);
// The thread calls a function of the API.
void call_begins(const char *function, const void *caller);
// The program has taken the time of something; and the word on that, at its end.
void time_taken();
void say_of_times();
// At the end of a program that fails: why the last call was refused, if that is how it ended.
void report_refusal();
// Whether a program that ends with this status had the chance to free its memory: not if it ended early, for a call had
// failed, or if a kernel broke off, so that cudaFree() was refused.
bool could_free(int status);
// New managed memory begins at that address.
void forget_advice(const void *pointer);
} // namespace cpu_device

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    do {                                                                                                               \
        cpu_device::call_begins(__func__, __builtin_return_address(0));                                                \
        if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                          \
            return cpu_device::remember(refused);                                                                      \
    } while (0)
