// SPDX-License-Identifier: MIT
// What the functions of the API have in common.
#pragma once

#include "../../include/cuda_runtime_api.h"
#include "../run/graph.h"

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

// A copy or a fill, row by row. Everything is checked before anything is queued: these make the operation.
struct rows {
    size_t width, height; // the width in bytes
};
cudaError_t make_copy(operation &op, void *to, size_t to_pitch, const void *from, size_t from_pitch, rows r,
                      cudaMemcpyKind kind, const copy_call &call);
// `element`: the bytes of the value that are stored again and again, 1, 2 or 4.
cudaError_t make_fill(operation &op, void *pointer, size_t pitch, unsigned value, unsigned element, rows r,
                      const copy_call &call);
cudaError_t make_kernel(operation &op, const cudaKernelNodeParams *what, const char *file, int line);
// Why what a copy uses is no memory any more; "": it is.
std::string why_gone(const memory_work &uses);
} // namespace cpu_device

// The first line of an API function.
#define RETURN_IF_REFUSED()                                                                                            \
    do {                                                                                                               \
        cpu_device::call_begins(__func__, __builtin_return_address(0));                                                \
        if (cudaError_t refused = cpu_device::refusal(__func__, __builtin_return_address(0)))                          \
            return cpu_device::remember(refused);                                                                      \
    } while (0)
// The second one of a function that works on no stream.
#define REFUSE_IN_CAPTURE()                                                                                            \
    do {                                                                                                               \
        std::lock_guard<std::mutex> lock(cpu_device::the_device().mutex);                                              \
        if (cudaError_t forbidden = cpu_device::captures_forbid_call())                                                \
            return cpu_device::refuse(forbidden, "A stream is being captured, and this call would be no part of the "  \
                                                 "graph: make it before the capture, or after it.");                   \
    } while (0)
