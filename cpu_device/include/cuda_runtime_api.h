// SPDX-License-Identifier: MIT
// The CUDA runtime API of the CPU device. Meanings and errors are those of the CUDA 13.0 Runtime API Reference; where
// this device differs, the comment says so. Sizes are in bytes.
#pragma once
#pragma GCC system_header // as the toolkit's own: no warnings from here

#include "driver_types.h"
#include "surface_types.h"
#include "texture_types.h"

#ifdef __cplusplus
#include "cpu_device/interface.h"
#endif

#define CUDART_VERSION 13000
#define CUDART_CB // the calling convention of callbacks: the usual one

#ifdef __cplusplus
#define CPU_DEVICE_DEFAULT(value) = value
extern "C" {
#else
#define CPU_DEVICE_DEFAULT(value)
#endif

// Errors. Each call returns its own; each host thread also remembers its last one, which cudaGetLastError returns and
// forgets. The errors of a kernel that broke off (700 and above) stay: every later call returns them.
cudaError_t cudaGetLastError(void);
cudaError_t cudaPeekAtLastError(void);
const char *cudaGetErrorName(cudaError_t error);
const char *cudaGetErrorString(cudaError_t error);

// Device memory. It lies in an arena of its own; each allocation ends at an unmapped page, so that an access past its
// end, or after cudaFree, is an illegal address.
cudaError_t cudaMalloc(void **pointer, size_t size);
cudaError_t cudaMallocPitch(void **pointer, size_t *pitch, size_t width, size_t height);
cudaError_t cudaMalloc3D(cudaPitchedPtr *pointer, cudaExtent extent);
cudaError_t cudaFree(void *pointer);
cudaError_t cudaMallocAsync(void **pointer, size_t size, cudaStream_t stream);
cudaError_t cudaFreeAsync(void *pointer, cudaStream_t stream);
cudaError_t cudaMemGetInfo(size_t *free, size_t *total);
cudaError_t cudaPointerGetAttributes(cudaPointerAttributes *attributes, const void *pointer);

// Host memory that the device can reach.
cudaError_t cudaMallocHost(void **pointer, size_t size);
cudaError_t cudaHostAlloc(void **pointer, size_t size, unsigned int flags);
cudaError_t cudaFreeHost(void *pointer);
cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags);
cudaError_t cudaHostRegister(void *pointer, size_t size, unsigned int flags);
cudaError_t cudaHostUnregister(void *pointer);
cudaError_t cudaMallocManaged(void **pointer, size_t size, unsigned int flags);

cudaError_t cudaMemcpy(void *to, const void *from, size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy2D(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width, size_t height,
                         cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DAsync(void *to, size_t to_pitch, const void *from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream);
cudaError_t cudaMemcpy3D(const cudaMemcpy3DParms *parameters);
cudaError_t cudaMemcpy3DAsync(const cudaMemcpy3DParms *parameters, cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemset(void *pointer, int value, size_t count);
cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count, cudaStream_t stream);
cudaError_t cudaMemset2D(void *pointer, size_t pitch, int value, size_t width, size_t height);
cudaError_t cudaMemset2DAsync(void *pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream);
cudaError_t cudaMemset3D(cudaPitchedPtr pointer, int value, cudaExtent extent);
cudaError_t cudaMemset3DAsync(cudaPitchedPtr pointer, int value, cudaExtent extent,
                              cudaStream_t stream CPU_DEVICE_DEFAULT(0));

// Arrays. Their texels lie row by row here, and no pointer to them is handed out; offsets and widths of the 2D copies
// are in bytes. cudaMallocArray with height 0 has one dimension.
cudaError_t cudaMallocArray(cudaArray_t *array, const cudaChannelFormatDesc *format, size_t width,
                            size_t height CPU_DEVICE_DEFAULT(0), unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMalloc3DArray(cudaArray_t *array, const cudaChannelFormatDesc *format, cudaExtent extent,
                              unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMallocMipmappedArray(cudaMipmappedArray_t *array, const cudaChannelFormatDesc *format,
                                     cudaExtent extent, unsigned int levels, unsigned int flags CPU_DEVICE_DEFAULT(0));
cudaError_t cudaGetMipmappedArrayLevel(cudaArray_t *level, cudaMipmappedArray_const_t array, unsigned int number);
cudaError_t cudaFreeArray(cudaArray_t array);
cudaError_t cudaFreeMipmappedArray(cudaMipmappedArray_t array);
cudaError_t cudaArrayGetInfo(cudaChannelFormatDesc *format, cudaExtent *extent, unsigned int *flags, cudaArray_t array);
cudaError_t cudaGetChannelDesc(cudaChannelFormatDesc *format, cudaArray_const_t array);
cudaChannelFormatDesc cudaCreateChannelDesc(int x, int y, int z, int w, cudaChannelFormatKind kind);
cudaError_t cudaMemcpy2DToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch, size_t width,
                                size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t from_pitch,
                                     size_t width, size_t height, cudaMemcpyKind kind,
                                     cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpy2DFromArray(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y, size_t width,
                                  size_t height, cudaMemcpyKind kind);
cudaError_t cudaMemcpy2DFromArrayAsync(void *to, size_t to_pitch, cudaArray_const_t from, size_t x, size_t y,
                                       size_t width, size_t height, cudaMemcpyKind kind,
                                       cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpy2DArrayToArray(cudaArray_t to, size_t to_x, size_t to_y, cudaArray_const_t from, size_t from_x,
                                     size_t from_y, size_t width, size_t height,
                                     cudaMemcpyKind kind CPU_DEVICE_DEFAULT(cudaMemcpyDeviceToDevice));
// Deprecated in CUDA too: `count` bytes in the order of the rows.
cudaError_t cudaMemcpyToArray(cudaArray_t to, size_t x, size_t y, const void *from, size_t count, cudaMemcpyKind kind);
cudaError_t cudaMemcpyFromArray(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                cudaMemcpyKind kind);
cudaError_t cudaMemcpyToArrayAsync(cudaArray_t to, size_t x, size_t y, const void *from, size_t count,
                                   cudaMemcpyKind kind, cudaStream_t stream CPU_DEVICE_DEFAULT(0));
cudaError_t cudaMemcpyFromArrayAsync(void *to, cudaArray_const_t from, size_t x, size_t y, size_t count,
                                     cudaMemcpyKind kind, cudaStream_t stream CPU_DEVICE_DEFAULT(0));

// Texture and surface objects; `view` must be null. A surface needs an array made with cudaArraySurfaceLoadStore (a GPU
// may take another).
cudaError_t cudaCreateTextureObject(cudaTextureObject_t *texture, const cudaResourceDesc *resource,
                                    const cudaTextureDesc *description, const struct cudaResourceViewDesc *view);
cudaError_t cudaDestroyTextureObject(cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectResourceDesc(cudaResourceDesc *resource, cudaTextureObject_t texture);
cudaError_t cudaGetTextureObjectTextureDesc(cudaTextureDesc *description, cudaTextureObject_t texture);
cudaError_t cudaCreateSurfaceObject(cudaSurfaceObject_t *surface, const cudaResourceDesc *resource);
cudaError_t cudaDestroySurfaceObject(cudaSurfaceObject_t surface);
cudaError_t cudaGetSurfaceObjectResourceDesc(cudaResourceDesc *resource, cudaSurfaceObject_t surface);

// Streams: work in one runs in order; work in two runs at the same time, as far as the cores go.
cudaError_t cudaStreamCreate(cudaStream_t *stream);
cudaError_t cudaStreamCreateWithFlags(cudaStream_t *stream, unsigned int flags);
cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned int flags, int priority);
cudaError_t cudaStreamDestroy(cudaStream_t stream);
cudaError_t cudaStreamSynchronize(cudaStream_t stream);
cudaError_t cudaStreamQuery(cudaStream_t stream);
cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event, unsigned int flags);
cudaError_t cudaStreamAddCallback(cudaStream_t stream, cudaStreamCallback_t callback, void *data, unsigned int flags);
cudaError_t cudaLaunchHostFunc(cudaStream_t stream, cudaHostFn_t function, void *data);

// Events. Times are real time on the CPU, in milliseconds.
cudaError_t cudaEventCreateWithFlags(cudaEvent_t *event, unsigned int flags);
cudaError_t cudaEventRecord(cudaEvent_t event, cudaStream_t stream);
cudaError_t cudaEventQuery(cudaEvent_t event);
cudaError_t cudaEventSynchronize(cudaEvent_t event);
cudaError_t cudaEventElapsedTime(float *milliseconds, cudaEvent_t start, cudaEvent_t stop);
cudaError_t cudaEventDestroy(cudaEvent_t event);

// The device: there is one, number 0.
cudaError_t cudaGetDeviceCount(int *count);
cudaError_t cudaGetDevice(int *device);
cudaError_t cudaSetDevice(int device);
cudaError_t cudaSetDeviceFlags(unsigned int flags);
cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted);
cudaError_t cudaGetDeviceProperties(cudaDeviceProp *properties, int device);
cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int device);
cudaError_t cudaDeviceSynchronize(void);
cudaError_t cudaDeviceReset(void);
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache config); // accepted; a CPU has no such choice
cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit);
cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value); // accepted up to what the device has
cudaError_t cudaDriverGetVersion(int *version);
cudaError_t cudaRuntimeGetVersion(int *version);

#ifdef __cplusplus
} // extern "C"
#else
static inline cudaError_t cudaEventCreate(cudaEvent_t *event)
{
    return cudaEventCreateWithFlags(event, cudaEventDefault);
}
#endif

#undef CPU_DEVICE_DEFAULT

#ifdef __cplusplus
// --- the forms that need C++ ---

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMalloc(T **pointer, size_t size)
{
    return cudaMalloc(reinterpret_cast<void **>(pointer), size);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocPitch(T **pointer, size_t *pitch, size_t width, size_t height)
{
    return cudaMallocPitch(reinterpret_cast<void **>(pointer), pitch, width, height);
}

template <class T>
[[gnu::always_inline]] inline cudaError_t cudaMallocAsync(T **pointer, size_t size, cudaStream_t stream)
{
    return cudaMallocAsync(reinterpret_cast<void **>(pointer), size, stream);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMallocHost(T **pointer, size_t size,
                                                                            unsigned int flags = cudaHostAllocDefault)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaHostAlloc(T **pointer, size_t size, unsigned int flags)
{
    return cudaHostAlloc(reinterpret_cast<void **>(pointer), size, flags);
}

template <class T> [[gnu::always_inline]] inline cudaError_t cudaMallocManaged(T **pointer, size_t size,
                                                                               unsigned int flags = cudaMemAttachGlobal)
{
    return cudaMallocManaged(reinterpret_cast<void **>(pointer), size, flags);
}

template <class T> cudaError_t cudaHostGetDevicePointer(T **device, void *host, unsigned int flags)
{
    return cudaHostGetDevicePointer(reinterpret_cast<void **>(device), host, flags);
}

inline cudaError_t cudaEventCreate(cudaEvent_t *event, unsigned int flags = cudaEventDefault)
{
    return cudaEventCreateWithFlags(event, flags);
}

inline cudaError_t cudaEventRecord(cudaEvent_t event)
{
    return cudaEventRecord(event, nullptr);
}

inline cudaError_t cudaMemcpyAsync(void *to, const void *from, size_t count, cudaMemcpyKind kind)
{
    return cudaMemcpyAsync(to, from, count, kind, nullptr);
}

inline cudaError_t cudaMemsetAsync(void *pointer, int value, size_t count)
{
    return cudaMemsetAsync(pointer, value, count, nullptr);
}

inline cudaError_t cudaStreamWaitEvent(cudaStream_t stream, cudaEvent_t event)
{
    return cudaStreamWaitEvent(stream, event, 0);
}

template <class T> cudaError_t cudaMemcpyToSymbol(const T &symbol, const void *from, size_t count, size_t offset = 0,
                                                  cudaMemcpyKind kind = cudaMemcpyHostToDevice)
{
    return cpu_device_copy_symbol(true, (const void *)&symbol, sizeof symbol, from, count, offset, kind, nullptr, true);
}

template <class T> cudaError_t cudaMemcpyFromSymbol(void *to, const T &symbol, size_t count, size_t offset = 0,
                                                    cudaMemcpyKind kind = cudaMemcpyDeviceToHost)
{
    return cpu_device_copy_symbol(false, (const void *)&symbol, sizeof symbol, to, count, offset, kind, nullptr, true);
}

template <class T> cudaError_t cudaMemcpyToSymbolAsync(const T &symbol, const void *from, size_t count, size_t offset,
                                                       cudaMemcpyKind kind, cudaStream_t stream = nullptr)
{
    return cpu_device_copy_symbol(true, (const void *)&symbol, sizeof symbol, from, count, offset, kind, stream, false);
}

template <class T> cudaError_t cudaMemcpyFromSymbolAsync(void *to, const T &symbol, size_t count, size_t offset,
                                                         cudaMemcpyKind kind, cudaStream_t stream = nullptr)
{
    return cpu_device_copy_symbol(false, (const void *)&symbol, sizeof symbol, to, count, offset, kind, stream, false);
}

template <class T> cudaError_t cudaGetSymbolAddress(void **pointer, const T &symbol)
{
    return cpu_device_symbol_address(pointer, (const void *)&symbol, sizeof symbol);
}

template <class T> cudaError_t cudaGetSymbolSize(size_t *size, const T &symbol)
{
    return cpu_device_symbol_size(size, sizeof symbol);
}

template <class T> cudaError_t cudaFuncSetAttribute(T *kernel, cudaFuncAttribute attribute, int value)
{
    return cpu_device_func_set_attribute(reinterpret_cast<const void *>(kernel), attribute, value);
}

template <class T> cudaError_t cudaFuncGetAttributes(cudaFuncAttributes *attributes, T *kernel)
{
    return cpu_device_func_get_attributes(attributes, reinterpret_cast<const void *>(kernel));
}

template <class T> cudaError_t cudaFuncSetCacheConfig(T *, cudaFuncCache)
{
    return cudaSuccess; // a CPU has no such choice
}

// A core runs one block at a time: 1 where the kernel can be launched with so much, else 0.
template <class T>
cudaError_t cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *blocks, T *kernel, int threads, size_t dynamic_shared)
{
    return cpu_device_occupancy(blocks, reinterpret_cast<const void *>(kernel), threads, dynamic_shared);
}

// The largest block that the kernel can be launched with, and a grid that occupies every core.
template <class T> cudaError_t cudaOccupancyMaxPotentialBlockSize(int *min_grid, int *block, T *kernel,
                                                                  size_t dynamic_shared = 0, int limit = 0)
{
    (void)dynamic_shared;
    cudaFuncAttributes attributes;
    if (cudaError_t error = cudaFuncGetAttributes(block ? &attributes : nullptr, kernel))
        return error;
    *block = limit > 0 && limit < attributes.maxThreadsPerBlock ? limit : attributes.maxThreadsPerBlock;
    return cudaDeviceGetAttribute(min_grid, cudaDevAttrMultiProcessorCount, 0);
}
#endif // __cplusplus
