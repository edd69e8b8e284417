// SPDX-License-Identifier: MIT
// The driver API: streams, events and OpenGL, by the functions of the runtime API.
#include "driver.h"

using namespace cpu_device;

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
    return give_pointer(pointer,
                        [=](void **made) { return cudaGraphicsResourceGetMappedPointer(made, size, resource); });
}
