// SPDX-License-Identifier: MIT
// The driver API: errors, devices and contexts. The rest calls the functions of the runtime API.
#include "driver.h"

#include <algorithm>
#include <cstring>

#include "../../src/limits.h"

namespace cpu_device
{
namespace
{
std::atomic<bool> initialized{false};
std::mutex contexts_mutex;
std::set<CUcontext> &live_contexts = *new std::set<CUcontext>, &gone_contexts = *new std::set<CUcontext>;
CUctx_st *primaries() // by device
{
    static CUctx_st *all = [] {
        CUctx_st *made = new CUctx_st[most_devices];
        for (int i = 0; i < most_devices; ++i)
            made[i].device = i;
        return made;
    }();
    return all;
}
bool is_primary(CUcontext context)
{
    return context >= primaries() && context < primaries() + most_devices;
}
unsigned primary_retained[most_devices];

// The calling thread's contexts; the last one is current. Made when a thread first asks, since that allocates.
std::vector<CUcontext> &stack()
{
    thread_local std::vector<CUcontext> of_thread;
    return of_thread;
}

CUcontext current()
{
    if (runtime_was_called() && stack().empty())
        stack().push_back(&primaries()[current_device]);
    return stack().empty() ? nullptr : stack().back();
}

// Changes the current context, and with it the current device.
void context_changed()
{
    if (!stack().empty())
        current_device = stack().back()->device;
}

CUresult check_device(CUdevice device)
{
    return is_device(device) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

} // namespace

CUresult state_of(CUcontext context)
{
    std::lock_guard<std::mutex> lock(contexts_mutex);
    return is_primary(context) || live_contexts.count(context) ? CUDA_SUCCESS
           : gone_contexts.count(context)                      ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                                                               : CUDA_ERROR_INVALID_CONTEXT;
}

CUresult driver_result(cudaError_t error)
{
    switch (error) {
    case cudaErrorInvalidConfiguration:
    case cudaErrorInvalidPitchValue:
    case cudaErrorInvalidDevicePointer:
    case cudaErrorInvalidMemcpyDirection: return CUDA_ERROR_INVALID_VALUE;
    case cudaErrorInvalidDeviceFunction: return CUDA_ERROR_INVALID_HANDLE;
    default: return (CUresult)error;
    }
}

CUresult refuse_driver(CUresult error, const std::string &why)
{
    refuse((cudaError_t)error, why);
    return error;
}

CUresult refused(const char *function, const void *caller, bool needs_context)
{
    if (cudaError_t misplaced = misplaced_call(function, caller))
        return result(misplaced);
    const CUcontext context = current();
    if (context != nullptr)
        initialized = true; // by the runtime API
    if (!initialized)
        return refuse_driver(CUDA_ERROR_NOT_INITIALIZED, "Call cuInit(0) first.");
    if (!needs_context)
        return CUDA_SUCCESS;
    return context == nullptr ? refuse_driver(CUDA_ERROR_INVALID_CONTEXT,
                                              "This thread has no current context: call cuCtxCreate() first.")
                              : state_of(context);
}

void device_was_set(int number)
{
    runtime_was_called();
    if (!stack().empty())
        stack().pop_back();
    stack().push_back(&primaries()[number]);
}
} // namespace cpu_device

using namespace cpu_device;

CUresult cuInit(unsigned int flags)
{
    if (cudaError_t misplaced = misplaced_call(__func__, __builtin_return_address(0)))
        return result(misplaced);
    if (flags != 0)
        return CUDA_ERROR_INVALID_VALUE;
    initialized = true;
    return CUDA_SUCCESS;
}

CUresult cuDriverGetVersion(int *version)
{
    if (version == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *version = CUDA_VERSION;
    return CUDA_SUCCESS;
}

namespace
{
CUresult find_error(CUresult error, const char **text, bool name)
{
    if (text == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    switch (error) {
#define CASE(constant, number, words)                                                                                  \
    case constant: *text = name ? #constant : words; return CUDA_SUCCESS;
        CPU_DEVICE_DRIVER_ERRORS(CASE)
#undef CASE
    }
    *text = nullptr;
    return CUDA_ERROR_INVALID_VALUE;
}
} // namespace

CUresult cuGetErrorName(CUresult error, const char **name)
{
    return find_error(error, name, true);
}

CUresult cuGetErrorString(CUresult error, const char **text)
{
    return find_error(error, text, false);
}

// --- devices ---

CUresult cuDeviceGetCount(int *count)
{
    ENTER(false);
    return result(cudaGetDeviceCount(count));
}

CUresult cuDeviceGet(CUdevice *device, int number)
{
    ENTER(false);
    if (device == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_device(number))
        return error;
    *device = number;
    return CUDA_SUCCESS;
}

CUresult cuDeviceGetName(char *name, int size, CUdevice device)
{
    ENTER(false);
    if (name == nullptr || size < 1)
        return CUDA_ERROR_INVALID_VALUE;
    cudaDeviceProp properties;
    if (cudaError_t error = cudaGetDeviceProperties(&properties, device))
        return result(error);
    snprintf(name, (size_t)size, "%s", properties.name);
    return CUDA_SUCCESS;
}

CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
    ENTER(false);
    cudaDeviceProp properties;
    if (bytes == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (cudaError_t error = cudaGetDeviceProperties(&properties, device))
        return result(error);
    *bytes = properties.totalGlobalMem;
    return CUDA_SUCCESS;
}

// What the runtime has no name for is mostly not there; virtual memory is.
static bool is_of_driver_alone(CUdevice_attribute attribute)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_WIN32_KMT_HANDLE_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GENERIC_COMPRESSION_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_GPU_DIRECT_RDMA_WITH_CUDA_VMM_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR:
    case CU_DEVICE_ATTRIBUTE_DMA_BUF_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_TENSOR_MAP_ACCESS_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_FABRIC_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_UNIFIED_FUNCTION_POINTERS:
    case CU_DEVICE_ATTRIBUTE_MULTICAST_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_ALGORITHM_MASK:
    case CU_DEVICE_ATTRIBUTE_MEM_DECOMPRESS_MAXIMUM_LENGTH:
    case CU_DEVICE_ATTRIBUTE_HOST_NUMA_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HOST_ALLOC_DMA_BUF_SUPPORTED: return true;
    default: return false;
    }
}

CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
    ENTER(false);
    const bool virtual_memory = attribute == CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED ||
                                attribute == CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED;
    if (value != nullptr && (virtual_memory || is_of_driver_alone(attribute))) {
        if (CUresult error = check_device(device))
            return error;
        *value = virtual_memory;
        return CUDA_SUCCESS;
    }
    return result(cudaDeviceGetAttribute(value, (cudaDeviceAttr)attribute, device));
}

CUresult cuDeviceComputeCapability(int *major, int *minor, CUdevice device)
{
    ENTER(false);
    cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
    return result(error ? error : cudaDeviceGetAttribute(minor, cudaDevAttrComputeCapabilityMinor, device));
}

// --- contexts ---

CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *, unsigned int flags, CUdevice device)
{
    ENTER(false);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_device(device))
        return error;
    *context = new CUctx_st{flags, device};
    std::lock_guard<std::mutex> lock(contexts_mutex);
    live_contexts.insert(*context);
    stack().push_back(*context);
    context_changed();
    return CUDA_SUCCESS;
}

CUresult cuCtxDestroy(CUcontext context)
{
    ENTER(false);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = state_of(context))
        return error;
    if (is_primary(context))
        return refuse_driver(CUDA_ERROR_INVALID_CONTEXT, "This is the primary one: call cuDevicePrimaryCtxRelease().");
    wait_for_device(context->device);
    if (current() == context) {
        stack().pop_back();
        context_changed();
    }
    std::lock_guard<std::mutex> lock(contexts_mutex);
    live_contexts.erase(context);
    gone_contexts.insert(context); // so its address is not used again
    return CUDA_SUCCESS;
}

CUresult cuCtxPushCurrent(CUcontext context)
{
    ENTER(false);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = state_of(context))
        return error;
    stack().push_back(context);
    context_changed();
    return CUDA_SUCCESS;
}

CUresult cuCtxPopCurrent(CUcontext *context)
{
    ENTER(false);
    if (current() == nullptr)
        return CUDA_ERROR_INVALID_CONTEXT;
    if (context != nullptr)
        *context = stack().back();
    stack().pop_back();
    context_changed();
    return CUDA_SUCCESS;
}

CUresult cuCtxSetCurrent(CUcontext context)
{
    ENTER(false);
    if (context != nullptr)
        if (CUresult error = state_of(context))
            return error;
    if (!stack().empty())
        stack().pop_back();
    if (context != nullptr)
        stack().push_back(context);
    context_changed();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetCurrent(CUcontext *context)
{
    ENTER(false);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *context = current();
    return CUDA_SUCCESS;
}

CUresult cuCtxGetDevice(CUdevice *device)
{
    ENTER_IN_CONTEXT();
    if (device == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *device = current()->device;
    return CUDA_SUCCESS;
}

CUresult cuCtxGetFlags(unsigned int *flags)
{
    ENTER_IN_CONTEXT();
    if (flags == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    *flags = current()->flags;
    return CUDA_SUCCESS;
}

CUresult cuDeviceCanAccessPeer(int *can, CUdevice device, CUdevice peer)
{
    ENTER(false);
    return result(cudaDeviceCanAccessPeer(can, device, peer));
}

CUresult cuCtxEnablePeerAccess(CUcontext peer, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    if (CUresult error = state_of(peer))
        return error;
    return result(cudaDeviceEnablePeerAccess(peer->device, flags));
}

CUresult cuCtxDisablePeerAccess(CUcontext peer)
{
    ENTER_IN_CONTEXT();
    if (CUresult error = state_of(peer))
        return error;
    return result(cudaDeviceDisablePeerAccess(peer->device));
}

CUresult cuCtxSynchronize(void)
{
    ENTER_IN_CONTEXT();
    return result(cudaDeviceSynchronize());
}

CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
    ENTER(false);
    if (context == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_device(device))
        return error;
    std::lock_guard<std::mutex> lock(contexts_mutex);
    ++primary_retained[device];
    *context = &primaries()[device];
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxRelease(CUdevice device)
{
    ENTER(false);
    if (CUresult error = check_device(device))
        return error;
    std::lock_guard<std::mutex> lock(contexts_mutex);
    if (primary_retained[device] == 0)
        return CUDA_ERROR_INVALID_CONTEXT;
    --primary_retained[device];
    return CUDA_SUCCESS;
}

CUresult cuDevicePrimaryCtxReset(CUdevice device)
{
    ENTER(false);
    if (CUresult error = check_device(device))
        return error;
    const int before = current_device;
    current_device = device;
    const cudaError_t error = cudaDeviceReset();
    current_device = before;
    return result(error);
}

CUresult cuDevicePrimaryCtxGetState(CUdevice device, unsigned int *flags, int *active)
{
    ENTER(false);
    if (flags == nullptr || active == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (CUresult error = check_device(device))
        return error;
    std::lock_guard<std::mutex> lock(contexts_mutex);
    *flags = primaries()[device].flags;
    *active = primary_retained[device] > 0 ||
              std::find(stack().begin(), stack().end(), &primaries()[device]) != stack().end();
    return CUDA_SUCCESS;
}
