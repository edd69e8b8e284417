// SPDX-License-Identifier: MIT
// The driver API: memory, by the functions of the runtime API.
#include "driver.h"

using namespace cpu_device;

namespace
{
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
    return result(error ? error : queue_operation(op, stream, wait && op->copy.promised));
}
} // namespace

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
    return give_pointer(pointer, [=](void **made) { return cudaMalloc(made, size); });
}

CUresult cuMemAllocPitch(CUdeviceptr *pointer, size_t *pitch, size_t width, size_t height, unsigned int element)
{
    ENTER_IN_CONTEXT();
    if (width == 0 || height == 0 || (element != 4 && element != 8 && element != 16))
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes, or elements of other than 4, 8 or 16 bytes.");
    return give_pointer(pointer, [=](void **made) { return cudaMallocPitch(made, pitch, width, height); });
}

CUresult cuMemAllocManaged(CUdeviceptr *pointer, size_t size, unsigned int flags)
{
    ENTER_IN_CONTEXT();
    if (size == 0)
        return refuse_driver(CUDA_ERROR_INVALID_VALUE, "0 bytes.");
    return give_pointer(pointer, [=](void **made) { return cudaMallocManaged(made, size, flags); });
}

CUresult cuMemAllocAsync(CUdeviceptr *pointer, size_t size, CUstream stream)
{
    ENTER_IN_CONTEXT();
    return give_pointer(pointer, [=](void **made) { return cudaMallocAsync(made, size, stream); });
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
    return give_pointer(device, [=](void **made) { return cudaHostGetDevicePointer(made, host, flags); });
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
