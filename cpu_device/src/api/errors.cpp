// SPDX-License-Identifier: MIT
#include "api.h"

#include "../say/report.h"

namespace cpu_device
{
namespace
{
thread_local cudaError_t last_error = cudaSuccess;
std::atomic<bool> any_call_failed{false}, failed_for_good{false};
} // namespace

cudaError_t remember(cudaError_t error)
{
    if (error) {
        last_error = error;
        any_call_failed = true;
        if (error >= cudaErrorIllegalAddress || error == cudaErrorDevicesUnavailable)
            failed_for_good = true;
    }
    return error;
}

bool could_free(int status)
{
    return !failed_for_good && (status == 0 || !any_call_failed);
}
} // namespace cpu_device

using namespace cpu_device;

cudaError_t cudaGetLastError(void)
{
    if (!is_forked_child())
        error_asked_for();
    cudaError_t error = last_error; // even after a kernel broke off: the next other call returns that error again
    last_error = cudaSuccess;
    return error;
}

cudaError_t cudaPeekAtLastError(void)
{
    if (!is_forked_child())
        error_asked_for();
    return last_error;
}

const char *cudaGetErrorName(cudaError_t error)
{
    switch (error) {
#define NAME(name, number, text)                                                                                       \
    case name: return #name;
        CPU_DEVICE_ERRORS(NAME)
#undef NAME
    }
    return "unrecognized error code";
}

const char *cudaGetErrorString(cudaError_t error)
{
    switch (error) {
#define TEXT(name, number, text)                                                                                       \
    case name: return text;
        CPU_DEVICE_ERRORS(TEXT)
#undef TEXT
    }
    return "unrecognized error code";
}
