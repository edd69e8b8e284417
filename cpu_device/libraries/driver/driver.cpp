// SPDX-License-Identifier: MIT
// The driver API: contexts, and for the rest the functions of the runtime API by other names.
#include "driver.h"

#include <algorithm>
#include <cstring>

#include "../../src/limits.h"
#include "../../src/memory/arena.h"
#include "../../src/platform/program_image.h"
#include "../../src/platform/source_line.h"
#include "../../src/platform/symbols.h"
#include "../../src/say/report.h"

struct CUctx_st {
    unsigned flags = 0;
    int device = 0;
};

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

// Of the calling thread; the current one is the last. It is made when a thread first asks for it, since that allocates.
std::vector<CUcontext> &stack()
{
    thread_local std::vector<CUcontext> of_thread;
    return of_thread;
}

CUresult result(cudaError_t error)
{
    return driver_result(error);
}

CUresult state_of(CUcontext context)
{
    std::lock_guard<std::mutex> lock(contexts_mutex);
    return is_primary(context) || live_contexts.count(context) ? CUDA_SUCCESS
           : gone_contexts.count(context)                      ? CUDA_ERROR_CONTEXT_IS_DESTROYED
                                                               : CUDA_ERROR_INVALID_CONTEXT;
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

template <class T> T *at(CUdeviceptr pointer)
{
    return reinterpret_cast<T *>(static_cast<uintptr_t>(pointer));
}

// Converts a pointer of the runtime API.
template <class Function> CUresult give(CUdeviceptr *pointer, Function function)
{
    void *made = nullptr;
    const CUresult error = pointer == nullptr ? CUDA_ERROR_INVALID_VALUE : result(function(&made));
    if (error == CUDA_SUCCESS)
        *pointer = reinterpret_cast<uintptr_t>(made);
    return error;
}

CUresult fill(CUdeviceptr pointer, unsigned value, unsigned element, size_t count, CUstream stream, bool wait,
              const copy_call &call)
{
    if (cudaError_t broken = the_device().sticky)
        return result(broken);
    if (count == 0)
        return CUDA_SUCCESS;
    if (pointer % element != 0 || count > SIZE_MAX / element)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "The address is no multiple of the element's size.");
    auto op = std::make_shared<operation>();
    op->device = device_of_stream(stream);
    cudaError_t error =
        make_fill(*op, linear(at<void>(pointer), count * element), value, element, {count * element, 1, 1}, call);
    return result(error ? error : queue_operation(op, stream, wait && op->promised));
}
} // namespace

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

// What the runtime has no name for is mostly not there.
static bool is_of_driver_alone(CUdevice_attribute attribute)
{
    switch (attribute) {
    case CU_DEVICE_ATTRIBUTE_CAN_TEX2D_GATHER:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_64_BIT_STREAM_MEM_OPS_V1:
    case CU_DEVICE_ATTRIBUTE_CAN_USE_STREAM_WAIT_VALUE_NOR_V1:
    case CU_DEVICE_ATTRIBUTE_VIRTUAL_MEMORY_MANAGEMENT_SUPPORTED:
    case CU_DEVICE_ATTRIBUTE_HANDLE_TYPE_POSIX_FILE_DESCRIPTOR_SUPPORTED:
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
    if (value != nullptr && is_of_driver_alone(attribute)) {
        if (CUresult error = check_device(device))
            return error;
        *value = 0;
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

// --- memory ---

CUresult cuMemGetInfo(size_t *free, size_t *total)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemGetInfo(free, total));
}

CUresult cuMemAlloc(CUdeviceptr *pointer, size_t size)
{
    ENTER_IN_CONTEXT();
    if (size == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes.");
    return give(pointer, [=](void **made) { return cudaMalloc(made, size); });
}

CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height, unsigned int element)
{
    ENTER_IN_CONTEXT();
    if (width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes, or elements of other than 4, 8 or 16 bytes.");
    return give(pointer, [=](void **made) { return cudaMallocPitch(made, pitch, width, height); });
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    if (size == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes.");
    return give(pointer, [=](void **made) { return cudaMallocManaged(made, size, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return give(pointer, [=](void **made) { return cudaMallocAsync(made, size, stream); });
}

CUresult cuMemFree(CUdeviceptr pointer)
{
    ENTER_IN_CONTEXT();
    return result(cudaFree(at<void>(pointer)));
}

CUresult cuMemFreeAsync(CUdeviceptr pointer, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaFreeAsync(at<void>(pointer), stream));
}

CUresult cuMemGetAddressRange(CUdeviceptr *base, size_t *size, CUdeviceptr pointer)
{
    ENTER_IN_CONTEXT();
    arena &m = the_arena();
    std::lock_guard<std::mutex> lock(m.mutex);
    const allocation *a = m.find(at<void>(pointer));
    if (a == nullptr)
        return CUDA_ERROR_NOT_FOUND;
    if (base != nullptr)
        *base = reinterpret_cast<uintptr_t>(a->first);
    if (size != nullptr)
        *size = a->size;
    return CUDA_SUCCESS;
}

CUresult cuMemAllocHost(void **pointer, size_t size)
{
    ENTER_IN_CONTEXT();
    if (size == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes.");
    return result(cudaMallocHost(pointer, size));
}

CUresult cuMemHostAlloc(void **pointer, size_t size, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    if (size == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes.");
    return result(cudaHostAlloc(pointer, size, flags));
}

CUresult cuMemFreeHost(void *pointer)
{
    ENTER_IN_CONTEXT();
    return result(cudaFreeHost(pointer));
}

CUresult cuMemHostGetDevicePointer(CUdeviceptr *device, void *host, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return give(device, [=](void **made) { return cudaHostGetDevicePointer(made, host, flags); });
}

CUresult cuMemHostRegister(void *pointer, size_t size, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaHostRegister(pointer, size, flags));
}

CUresult cuMemHostUnregister(void *pointer)
{
    ENTER_IN_CONTEXT();
    return result(cudaHostUnregister(pointer));
}

CUresult cuMemcpy(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpy(at<void>(to), at<void>(from), size, cudaMemcpyDefault));
}

CUresult cuMemcpyHtoD(CUdeviceptr to, const void *from, size_t size)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpy(at<void>(to), from, size, cudaMemcpyHostToDevice));
}

CUresult cuMemcpyDtoH(void *to, CUdeviceptr from, size_t size)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpy(to, at<void>(from), size, cudaMemcpyDeviceToHost));
}

CUresult cuMemcpyDtoD(CUdeviceptr to, CUdeviceptr from, size_t size)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpy(at<void>(to), at<void>(from), size, cudaMemcpyDeviceToDevice));
}

CUresult cuMemcpyAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpyAsync(at<void>(to), at<void>(from), size, cudaMemcpyDefault, stream));
}

CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpyAsync(at<void>(to), from, size, cudaMemcpyHostToDevice, stream));
}

CUresult cuMemcpyDtoHAsync(void *to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpyAsync(to, at<void>(from), size, cudaMemcpyDeviceToHost, stream));
}

CUresult cuMemcpyDtoDAsync(CUdeviceptr to, CUdeviceptr from, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaMemcpyAsync(at<void>(to), at<void>(from), size, cudaMemcpyDeviceToDevice, stream));
}

CUresult cuMemcpyPeer(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size)
{
    ENTER_IN_CONTEXT();
    for (CUcontext context : {to_context, from_context})
        if (CUresult error = state_of(context))
            return error;
    return result(cudaMemcpyPeer(at<void>(to), to_context->device, at<void>(from), from_context->device, size));
}

CUresult cuMemcpyPeerAsync(CUdeviceptr to, CUcontext to_context, CUdeviceptr from, CUcontext from_context, size_t size,
                           CUstream stream)
{
    ENTER_IN_CONTEXT();
    for (CUcontext context : {to_context, from_context})
        if (CUresult error = state_of(context))
            return error;
    return result(
        cudaMemcpyPeerAsync(at<void>(to), to_context->device, at<void>(from), from_context->device, size, stream));
}

CUresult cuMemsetD8(CUdeviceptr pointer, unsigned char value, size_t count)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, nullptr, true, call.as_copy);
}

CUresult cuMemsetD16(CUdeviceptr pointer, unsigned short value, size_t count)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, nullptr, true, call.as_copy);
}

CUresult cuMemsetD32(CUdeviceptr pointer, unsigned int value, size_t count)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, nullptr, true, call.as_copy);
}

CUresult cuMemsetD8Async(CUdeviceptr pointer, unsigned char value, size_t count, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, stream, false, call.as_copy);
}

CUresult cuMemsetD16Async(CUdeviceptr pointer, unsigned short value, size_t count, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, stream, false, call.as_copy);
}

CUresult cuMemsetD32Async(CUdeviceptr pointer, unsigned int value, size_t count, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return fill(pointer, value, sizeof value, count, stream, false, call.as_copy);
}

// --- streams and events ---

CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamCreateWithFlags(stream, flags));
}

CUresult cuStreamCreateWithPriority(CUstream *stream, unsigned int flags, int priority)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamCreateWithPriority(stream, flags, priority));
}

CUresult cuStreamDestroy(CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamDestroy(stream));
}

CUresult cuStreamSynchronize(CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamSynchronize(stream));
}

CUresult cuStreamQuery(CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamQuery(stream));
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamWaitEvent(stream, event, flags));
}

CUresult cuStreamAddCallback(CUstream stream, CUstreamCallback callback, void *data, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaStreamAddCallback(stream, reinterpret_cast<cudaStreamCallback_t>(callback), data, flags));
}

CUresult cuLaunchHostFunc(CUstream stream, CUhostFn function, void *data)
{
    ENTER_IN_CONTEXT();
    return result(cudaLaunchHostFunc(stream, function, data));
}

CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventCreateWithFlags(event, flags));
}

CUresult cuEventRecord(CUevent event, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventRecord(event, stream));
}

CUresult cuEventQuery(CUevent event)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventQuery(event));
}

CUresult cuEventSynchronize(CUevent event)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventSynchronize(event));
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent start, CUevent stop)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventElapsedTime(milliseconds, start, stop));
}

CUresult cuEventDestroy(CUevent event)
{
    ENTER_IN_CONTEXT();
    return result(cudaEventDestroy(event));
}

// --- OpenGL ---

extern "C" {
cudaError_t cudaGLGetDevices(unsigned int *count, int *devices, unsigned int room, int which);
cudaError_t cudaGraphicsGLRegisterBuffer(cudaGraphicsResource **resource, unsigned buffer, unsigned int flags);

CUresult cuGLGetDevices(unsigned int *count, CUdevice *devices, unsigned int room, int which)
{
    ENTER(false);
    return result(cudaGLGetDevices(count, devices, room, which));
}

CUresult cuGraphicsGLRegisterBuffer(CUgraphicsResource *resource, unsigned buffer, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaGraphicsGLRegisterBuffer(resource, buffer, flags));
}
}

CUresult cuGraphicsUnregisterResource(CUgraphicsResource resource)
{
    ENTER_IN_CONTEXT();
    return result(cudaGraphicsUnregisterResource(resource));
}

CUresult cuGraphicsResourceSetMapFlags(CUgraphicsResource resource, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    return result(cudaGraphicsResourceSetMapFlags(resource, flags));
}

CUresult cuGraphicsMapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaGraphicsMapResources((int)count, resources, stream));
}

CUresult cuGraphicsUnmapResources(unsigned int count, CUgraphicsResource *resources, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return result(cudaGraphicsUnmapResources((int)count, resources, stream));
}

CUresult cuGraphicsResourceGetMappedPointer(CUdeviceptr *pointer, size_t *size, CUgraphicsResource resource)
{
    ENTER_IN_CONTEXT();
    return give(pointer, [=](void **made) { return cudaGraphicsResourceGetMappedPointer(made, size, resource); });
}

// --- kernels ---

namespace
{
const char *no_kernel(const void *address)
{
    return image_of(address).unloaded
               ? "The kernel's module was unloaded."
               : "This is no kernel, as cuModuleGetFunction() or cudaGetFuncBySymbol() gives it.";
}

// The addresses of the arguments that lie in one buffer, as `extra` has it; what is wrong with it goes into `why`.
std::vector<void *> arguments_in(CUfunction kernel, void **extra, const char *&why)
{
    char *buffer = nullptr;
    const size_t *size = nullptr;
    for (void **word = extra; *word != CU_LAUNCH_PARAM_END && why == nullptr; word += 2)
        if (*word == CU_LAUNCH_PARAM_BUFFER_POINTER)
            buffer = static_cast<char *>(word[1]);
        else if (*word == CU_LAUNCH_PARAM_BUFFER_SIZE)
            size = static_cast<const size_t *>(word[1]);
        else
            why = "extra holds something other than CU_LAUNCH_PARAM_BUFFER_POINTER, CU_LAUNCH_PARAM_BUFFER_SIZE and "
                  "CU_LAUNCH_PARAM_END.";
    std::vector<void *> all;
    for (const kernel_parameter &p : parameters_of(kernel)) {
        if (buffer == nullptr || size == nullptr || p.offset + p.size > *size)
            why = "The buffer in extra is smaller than the kernel's parameters.";
        all.push_back(buffer + p.offset);
    }
    return all;
}

CUresult launch_function(CUfunction kernel, dim3 grid, dim3 block, unsigned shared, CUstream stream, void **arguments,
                         void **extra, cudaLaunchAttribute *attributes, unsigned count, const driver_call &call)
{
    if (!is_kernel(kernel))
        return refuse_driver(CUDA_ERROR_INVALID_HANDLE, no_kernel(kernel));
    // Where it is launched, as "f.cu:12"; launches keep the name of the file.
    static std::set<std::string> &files = *new std::set<std::string>;
    static std::mutex &mutex = *new std::mutex;
    const std::string place = source_line(static_cast<const char *>(call.as_copy.caller) - 1);
    const size_t colon = place.rfind(':');
    const char *file = tr("an unknown line");
    {
        std::lock_guard<std::mutex> lock(mutex);
        if (colon != std::string::npos)
            file = files.insert(place.substr(0, colon)).first->c_str();
    }
    std::vector<void *> of_buffer;
    if (extra != nullptr) {
        const char *why =
            arguments != nullptr ? "Of the arguments' addresses and extra one must be a null pointer." : nullptr;
        of_buffer = arguments_in(kernel, extra, why);
        if (why != nullptr)
            return refuse_driver(CUDA_ERROR_INVALID_VALUE, why);
        arguments = of_buffer.data();
    }
    const cudaLaunchConfig_t with = {grid, block, shared, stream, attributes, count};
    return result(cpu_device_launch_by_pointer(&with, kernel, arguments, call.as_copy.function, file,
                                               colon != std::string::npos ? atoi(place.c_str() + colon + 1) : 0));
}
} // namespace

CUresult cuLaunchKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                        unsigned int block_x, unsigned int block_y, unsigned int block_z, unsigned int shared,
                        CUstream stream, void **arguments, void **extra)
{
    ENTER_IN_CONTEXT();
    return launch_function(kernel, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                           arguments, extra, nullptr, 0, call);
}

CUresult cuLaunchKernelEx(const CUlaunchConfig *with, CUfunction kernel, void **arguments, void **extra)
{
    ENTER_IN_CONTEXT();
    if (with == nullptr || (with->attrs == nullptr && with->numAttrs != 0))
        return CUDA_ERROR_INVALID_VALUE;
    return launch_function(kernel, dim3(with->gridDimX, with->gridDimY, with->gridDimZ),
                           dim3(with->blockDimX, with->blockDimY, with->blockDimZ), with->sharedMemBytes, with->hStream,
                           arguments, extra, with->attrs, with->numAttrs, call);
}

CUresult cuLaunchCooperativeKernel(CUfunction kernel, unsigned int grid_x, unsigned int grid_y, unsigned int grid_z,
                                   unsigned int block_x, unsigned int block_y, unsigned int block_z,
                                   unsigned int shared, CUstream stream, void **arguments)
{
    ENTER_IN_CONTEXT();
    cudaLaunchAttribute attribute = {cudaLaunchAttributeCooperative, {}};
    attribute.val.cooperative = 1;
    return launch_function(kernel, dim3(grid_x, grid_y, grid_z), dim3(block_x, block_y, block_z), shared, stream,
                           arguments, nullptr, &attribute, 1, call);
}

CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute, CUfunction kernel)
{
    ENTER_IN_CONTEXT();
    if (value == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    cudaFuncAttributes all;
    if (cudaError_t error = cpu_device_func_get_attributes(&all, kernel))
        return result(error);
    switch (attribute) {
    case CU_FUNC_ATTRIBUTE_MAX_THREADS_PER_BLOCK: *value = all.maxThreadsPerBlock; break;
    case CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES: *value = (int)all.sharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_CONST_SIZE_BYTES: *value = (int)all.constSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES: *value = (int)all.localSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_NUM_REGS: *value = all.numRegs; break;
    case CU_FUNC_ATTRIBUTE_PTX_VERSION: *value = all.ptxVersion; break;
    case CU_FUNC_ATTRIBUTE_BINARY_VERSION: *value = all.binaryVersion; break;
    case CU_FUNC_ATTRIBUTE_CACHE_MODE_CA: *value = all.cacheModeCA; break;
    case CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES: *value = all.maxDynamicSharedSizeBytes; break;
    case CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT: *value = all.preferredShmemCarveout; break;
    default: return CUDA_ERROR_INVALID_VALUE;
    }
    return CUDA_SUCCESS;
}

CUresult cuFuncSetAttribute(CUfunction kernel, CUfunction_attribute attribute, int value)
{
    ENTER_IN_CONTEXT();
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    return result(cpu_device_func_set_attribute(kernel, (cudaFuncAttribute)attribute, value));
}

CUresult cuFuncSetCacheConfig(CUfunction kernel, CUfunc_cache)
{
    ENTER_IN_CONTEXT();
    return is_kernel(kernel) ? CUDA_SUCCESS : CUDA_ERROR_INVALID_HANDLE;
}

CUresult cuFuncGetName(const char **name, CUfunction kernel)
{
    ENTER_IN_CONTEXT();
    if (name == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    *name = function_symbol(kernel);
    return CUDA_SUCCESS;
}

CUresult cuFuncGetParamInfo(CUfunction kernel, size_t number, size_t *offset, size_t *size)
{
    ENTER_IN_CONTEXT();
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    const std::vector<kernel_parameter> all = parameters_of(kernel);
    if (offset == nullptr || number >= all.size())
        return CUDA_ERROR_INVALID_VALUE;
    *offset = all[number].offset;
    if (size != nullptr)
        *size = all[number].size;
    return CUDA_SUCCESS;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(int *blocks, CUfunction kernel, int threads,
                                                              size_t dynamic_shared, unsigned int)
{
    return cuOccupancyMaxActiveBlocksPerMultiprocessor(blocks, kernel, threads, dynamic_shared);
}

CUresult cuOccupancyMaxPotentialBlockSize(int *min_grid, int *block, CUfunction kernel, CUoccupancyB2DSize shared_of,
                                          size_t dynamic_shared, int limit)
{
    ENTER_IN_CONTEXT();
    if (min_grid == nullptr || block == nullptr)
        return CUDA_ERROR_INVALID_VALUE;
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    cudaFuncAttributes all;
    if (cudaError_t error = cpu_device_func_get_attributes(&all, kernel))
        return result(error);
    int best = 0;
    const int most = limit > 0 ? std::min(limit, all.maxThreadsPerBlock) : all.maxThreadsPerBlock;
    for (int threads = most; threads > 0; threads -= threads % 32 ? threads % 32 : 32) {
        int blocks = 0;
        if (cudaError_t error =
                cpu_device_occupancy(&blocks, kernel, threads, shared_of ? shared_of(threads) : dynamic_shared))
            return result(error);
        if (blocks * threads > best) {
            best = blocks * threads;
            *block = threads;
            *min_grid = blocks * (int)core_count();
        }
    }
    return best > 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, CUfunction kernel, int threads, size_t dynamic_shared)
{
    ENTER_IN_CONTEXT();
    if (!is_kernel(kernel))
        return CUDA_ERROR_INVALID_HANDLE;
    return result(cpu_device_occupancy(blocks, kernel, threads, dynamic_shared));
}
