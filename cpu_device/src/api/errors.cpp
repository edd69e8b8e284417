// SPDX-License-Identifier: MIT
#include "api.h"

#include <cstdio>
#include <cstring>

#include "../../include/cuda.h"
#include "../check/host_copies.h"
#include "../check/order.h"
#include "../platform/source_line.h"
#include "../run/core.h"
#include "../say/host_findings.h"
#include "../say/report.h"
#include "../settings.h"

namespace cpu_device
{
namespace
{
thread_local cudaError_t last_error = cudaSuccess;
std::atomic<bool> any_call_failed{false}, failed_for_good{false};

// The last call of the thread. Plain: nothing is allocated for it.
thread_local struct {
    const char *function;
    const void *caller;
    cudaError_t error; // with which it was refused
    bool shown;        // the program has asked for the error's text
    bool reported;     // why it was refused
    char why[600];     // it was refused; "": it was not, or the error's name is enough
} call;
thread_local const driver_call *of_driver = nullptr; // that the thread is in
thread_local bool runtime_called = false;

// The text of an error, in the API that the function belongs to.
const char *name_of(const char *function, cudaError_t error)
{
    const char *name = nullptr;
    if (strncmp(function, "cuda", 4) != 0 && strncmp(function, "cub::", 5) != 0)
        cuGetErrorName((CUresult)error, &name);
    return name != nullptr ? name : cudaGetErrorName(error);
}

const char *text_of(const char *function, cudaError_t error)
{
    const char *text = nullptr;
    if (strncmp(function, "cuda", 4) != 0 && strncmp(function, "cub::", 5) != 0)
        cuGetErrorString((CUresult)error, &text);
    return text != nullptr ? text : cudaGetErrorString(error);
}
} // namespace

driver_call::driver_call(const char *function, const void *caller, const void *frame)
    : as_copy(copy_from_here(function, caller, frame)), last_error_(last_error)
{
    of_driver = this;
    call_begins(function, caller);
}

driver_call::~driver_call()
{
    of_driver = nullptr;
    last_error = last_error_;
}

const void *caller_or_drivers(const void *caller)
{
    return of_driver != nullptr ? of_driver->as_copy.caller : caller;
}

copy_call call_or_drivers(const char *function, const void *caller, const void *frame)
{
    return of_driver != nullptr ? of_driver->as_copy : copy_from_here(function, caller, frame);
}

bool runtime_was_called()
{
    const bool was = runtime_called;
    runtime_called = false;
    return was;
}

__thread bool entered_for_thread;

cudaError_t remember(cudaError_t error)
{
    if (error) {
        last_error = error;
        any_call_failed = true;
        if (error == cudaErrorMemoryAllocation)
            call_has_failed(call.function, call.caller, cudaGetErrorName(error));
        if ((error >= cudaErrorIllegalAddress && error < cudaErrorStreamCaptureUnsupported &&
             error != cudaErrorCooperativeLaunchTooLarge) ||
            error == cudaErrorDevicesUnavailable)
            failed_for_good = true;
    }
    return error;
}

cudaError_t refuse(cudaError_t error, const std::string &why)
{
    snprintf(call.why, sizeof call.why, "%s", tr(why.c_str()));
    call.error = error;
    return remember(error);
}

cudaError_t refused_and_reported(cudaError_t error)
{
    call.reported = true;
    return remember(error);
}

void refuse_library(const char *why)
{
    snprintf(call.why, sizeof call.why, "%s", tr(why));
    any_call_failed = true;
}

void call_begins(const char *function, const void *caller)
{
    if (this_core != nullptr && this_core->in_kernel())
        return; // it will be refused; here, the variables of the thread are a block's
    runtime_called |= of_driver == nullptr;
    call.function = of_driver != nullptr ? of_driver->as_copy.function : function;
    call.caller = of_driver != nullptr ? of_driver->as_copy.caller : caller;
    call.why[0] = '\0';
    call.reported = call.shown = false;
    if (any_pageable.load(std::memory_order_relaxed))
        look_at_locals(__builtin_frame_address(0));
    null_stream_is_own = entered_for_thread;
    entered_for_thread = false;
}

std::string take_reason()
{
    std::string why = call.why;
    call.why[0] = '\0';
    return why;
}

bool refusal_was_shown()
{
    return call.shown && call.why[0] != '\0';
}

bool is_limit(const std::string &why)
{
    return why.find(tr("CPU device")) != std::string::npos;
}

void report_refusal()
{
    if (call.why[0] == '\0')
        return;
    const source_position at =
        call.caller ? reported_place(static_cast<const char *>(call.caller) - 1) : source_position();
    if (is_limit(call.why))
        return report(limit_met(call.function, at, call.why));
    report(refused(call.function, at, call.why));
}

bool could_free(int status)
{
    return !failed_for_good && (status == 0 || !any_call_failed);
}
} // namespace cpu_device

using namespace cpu_device;

void cpu_device_unheeded(const char *function, cudaError_t error, const char *file, int line)
{
    // A kernel's error has been reported already; and asking whether work is over is no error.
    bool only_asked = error == cudaErrorNotReady && call.why[0] == '\0';
    // Destructors may free memory in a thread that must not call CUDA.
    bool cleans_up = error == cudaErrorNotPermitted && strncmp(function, "cudaFree", 8) == 0;
    if (!setting.check || is_forked_child() || the_device().sticky != cudaSuccess || only_asked || cleans_up ||
        call.reported)
        return;
    const std::string reason = take_reason();
    if (is_limit(reason))
        return report_unless_asked(limit_met(function, {file, line}, reason));
    report_unless_asked(
        unchecked_call(function, {file, line}, text_of(function, error), name_of(function, error), reason));
}

cudaError_t cpu_device_temporary_too_small(size_t bytes, size_t needed, const char *file, int line)
{
    call = {"cub::Device...", nullptr, cudaErrorInvalidValue, false, false, ""};
    snprintf(call.why, sizeof call.why, tr("temp_storage_bytes is %zu, of %zu that the call at %s:%d needs"), bytes,
             needed, base_name(file), line);
    return cudaErrorInvalidValue;
}

void cpu_device_sorts_in_place(size_t bytes, const char *file, int line)
{
    if (!setting.check)
        return;
    const source_position at = {file, line};
    report_once("sort:" + at.text(), sorts_in_place(at, bytes));
}

cudaError_t cpu_device_last_error(void)
{
    return last_error;
}

cudaError_t cpu_device_clear_error(void)
{
    if (!is_forked_child())
        error_cleared();
    last_error = cudaSuccess;
    return cudaSuccess;
}

cudaError_t cudaGetLastError(void)
{
    if (!is_forked_child())
        error_asked_for();
    if (this_core != nullptr && this_core->in_kernel())
        return error_in_kernel(true);
    cudaError_t error = last_error; // also a kernel's error: the next other call returns that again
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    if (!is_forked_child())
        error_asked_for();
    return this_core != nullptr && this_core->in_kernel() ? error_in_kernel(false) : last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    if (this_core == nullptr && error == call.error)
        call.shown = true;
    switch (error) {
#define NAME(name, number, text)                                                                                       \
    case name: return #name;
        CPU_DEVICE_ERRORS(NAME)
#undef NAME
    case cudaErrorApiFailureBase: break;
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    if (this_core == nullptr && error == call.error)
        call.shown = true;
    switch (error) {
#define TEXT(name, number, text)                                                                                       \
    case name: return text;
        CPU_DEVICE_ERRORS(TEXT)
#undef TEXT
    case cudaErrorApiFailureBase: break;
    }
    return "unrecognized error code";
}
