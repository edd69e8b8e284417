// SPDX-License-Identifier: MIT
// The device: its properties and limits.
#include <cstdio>

#include "../limits.h"
#include "../memory/arena.h"
#include "../say/kernel_output.h"
#include "../say/symbols.h"
#include "api.h"
#include "arrays.h"

using namespace cpu_device;

cudaError_t cudaGetDeviceCount(int *count)
{
    if (count == nullptr)
        return remember(cudaErrorInvalidValue);
    *count = 1;
    return cudaSuccess;
}

cudaError_t cudaGetDevice(int *device)
{
    if (device == nullptr)
        return remember(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaSetDevice(int device)
{
    return remember(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}

cudaError_t cudaSetDeviceFlags(unsigned int)
{
    return cudaSuccess;
}

cudaError_t cudaChooseDevice(int *device, const cudaDeviceProp *wanted)
{
    if (device == nullptr || wanted == nullptr)
        return remember(cudaErrorInvalidValue);
    *device = 0;
    return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int number)
{
    if (p == nullptr)
        return remember(cudaErrorInvalidValue);
    if (number != 0)
        return remember(cudaErrorInvalidDevice);
    size_t free = 0, total = 0;
    if (cudaError_t error = cudaMemGetInfo(&free, &total))
        return error;
    *p = {};
    snprintf(p->name, sizeof p->name, "CUDA device on the CPU, %u core%s", core_count(), core_count() == 1 ? "" : "s");
    p->totalGlobalMem = total;
    p->sharedMemPerBlock = max_static_shared;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
    p->warpSize = warp_size;
    p->memPitch = 0x7fffffff;
    p->maxThreadsPerBlock = max_threads;
    p->maxThreadsDim[0] = p->maxThreadsDim[1] = max_threads;
    p->maxThreadsDim[2] = max_block_z;
    p->maxGridSize[0] = max_grid_x;
    p->maxGridSize[1] = p->maxGridSize[2] = max_grid_yz;
    p->totalConstMem = 65536;
    p->major = 9;
    p->textureAlignment = texture_alignment;
    p->texturePitchAlignment = texture_pitch_alignment;
    p->surfaceAlignment = 512;
    auto set = [](int *to, std::initializer_list<int> values) { std::copy(values.begin(), values.end(), to); };
    p->maxTexture1D = 131072;
    p->maxTexture1DMipmap = p->maxTextureCubemap = p->maxSurface1D = 32768;
    set(p->maxTexture1DLayered, {32768, 2048});
    set(p->maxTexture2D, {131072, 65536});
    set(p->maxTexture2DMipmap, {32768, 32768});
    set(p->maxTexture2DLinear, {131072, 65000, 2097120}); // the last one is the pitch, in bytes
    set(p->maxTexture2DGather, {32768, 32768});
    set(p->maxTexture2DLayered, {32768, 32768, 2048});
    set(p->maxTexture3D, {16384, 16384, 16384});
    set(p->maxSurface2D, {131072, 65536});
    set(p->maxSurface3D, {16384, 16384, 16384});
    p->multiProcessorCount = (int)core_count();
    p->integrated = 1;
    p->canMapHostMemory = p->concurrentKernels = p->unifiedAddressing = p->managedMemory = 1;
    p->maxThreadsPerMultiProcessor = max_threads; // a core runs one block at a time
    p->maxBlocksPerMultiProcessor = 1;
    p->sharedMemPerMultiprocessor = shared_per_multiprocessor;
    p->sharedMemPerBlockOptin = max_dynamic_shared;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int number)
{
    cudaDeviceProp p;
    if (cudaError_t error = cudaGetDeviceProperties(&p, number))
        return error;
    if (value == nullptr)
        return remember(cudaErrorInvalidValue);
    switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock: *value = p.maxThreadsPerBlock; break;
    case cudaDevAttrMaxBlockDimX: *value = p.maxThreadsDim[0]; break;
    case cudaDevAttrMaxBlockDimY: *value = p.maxThreadsDim[1]; break;
    case cudaDevAttrMaxBlockDimZ: *value = p.maxThreadsDim[2]; break;
    case cudaDevAttrMaxGridDimX: *value = p.maxGridSize[0]; break;
    case cudaDevAttrMaxGridDimY: *value = p.maxGridSize[1]; break;
    case cudaDevAttrMaxGridDimZ: *value = p.maxGridSize[2]; break;
    case cudaDevAttrMaxSharedMemoryPerBlock: *value = (int)p.sharedMemPerBlock; break;
    case cudaDevAttrTotalConstantMemory: *value = (int)p.totalConstMem; break;
    case cudaDevAttrWarpSize: *value = p.warpSize; break;
    case cudaDevAttrMaxPitch: *value = (int)p.memPitch; break;
    case cudaDevAttrMaxRegistersPerBlock: *value = p.regsPerBlock; break;
    case cudaDevAttrClockRate: *value = 1000000; break;
    case cudaDevAttrMultiProcessorCount: *value = p.multiProcessorCount; break;
    case cudaDevAttrIntegrated: *value = p.integrated; break;
    case cudaDevAttrCanMapHostMemory: *value = p.canMapHostMemory; break;
    case cudaDevAttrConcurrentKernels: *value = p.concurrentKernels; break;
    case cudaDevAttrMaxThreadsPerMultiProcessor: *value = p.maxThreadsPerMultiProcessor; break;
    case cudaDevAttrUnifiedAddressing: *value = p.unifiedAddressing; break;
    case cudaDevAttrComputeCapabilityMajor: *value = p.major; break;
    case cudaDevAttrComputeCapabilityMinor: *value = p.minor; break;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor: *value = (int)p.sharedMemPerMultiprocessor; break;
    case cudaDevAttrManagedMemory: *value = p.managedMemory; break;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin: *value = (int)p.sharedMemPerBlockOptin; break;
    case cudaDevAttrKernelExecTimeout: // nothing is timed out
    case cudaDevAttrMemoryClockRate:   // not known
    case cudaDevAttrGlobalMemoryBusWidth:
    case cudaDevAttrL2CacheSize:
    case cudaDevAttrAsyncEngineCount:
    case cudaDevAttrCooperativeLaunch: *value = 0; break;
    default: return remember(cudaErrorInvalidValue);
    }
    return cudaSuccess;
}

cudaError_t cudaDeviceSynchronize(void)
{
    RETURN_IF_REFUSED();
    return remember(wait_for_everything());
}

cudaError_t cudaDeviceReset(void)
{
    if (cudaError_t misplaced = misplaced_call(__func__, __builtin_return_address(0)))
        return remember(misplaced);
    wait_for_everything();
    forget_arrays();
    destroy_all_objects();
    free_all_memory();
    device &d = the_device();
    if (d.sticky) // a GPU is not to be had again by this process
        d.sticky = cudaErrorDevicesUnavailable;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache)
{
    return cudaSuccess;
}

cudaError_t cudaDeviceGetLimit(size_t *value, cudaLimit limit)
{
    if (value == nullptr)
        return remember(cudaErrorInvalidValue);
    switch (limit) {
    case cudaLimitStackSize: *value = 512 * 1024; return cudaSuccess;
    case cudaLimitPrintfFifoSize: *value = 1 << 20; return cudaSuccess;
    case cudaLimitMallocHeapSize: *value = 8 << 20; return cudaSuccess;
    }
    return remember(cudaErrorInvalidValue);
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value)
{
    size_t has;
    if (cudaError_t error = cudaDeviceGetLimit(&has, limit))
        return error;
    return remember(limit == cudaLimitStackSize && value > has ? cudaErrorInvalidValue : cudaSuccess);
}

cudaError_t cudaDriverGetVersion(int *version)
{
    if (version == nullptr)
        return remember(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cudaRuntimeGetVersion(int *version)
{
    if (version == nullptr)
        return remember(cudaErrorInvalidValue);
    *version = CUDART_VERSION;
    return cudaSuccess;
}

cudaError_t cpu_device_func_get_attributes(cudaFuncAttributes *attributes, const void *kernel)
{
    if (attributes == nullptr)
        return remember(cudaErrorInvalidValue);
    if (kernel == nullptr)
        return remember(cudaErrorInvalidDeviceFunction);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    *attributes = {};
    attributes->sharedSizeBytes = static_shared_size_of(kernel);
    attributes->maxThreadsPerBlock = max_threads;
    for (const auto &[type, bound] : d.bounds)
        if (is_body_of(type.c_str(), kernel))
            attributes->maxThreadsPerBlock = (int)bound;
    attributes->binaryVersion = attributes->ptxVersion = 90;
    auto limit = d.dynamic_limits.find(kernel);
    attributes->maxDynamicSharedSizeBytes =
        (int)(limit != d.dynamic_limits.end() ? limit->second : max_static_shared - attributes->sharedSizeBytes);
    return cudaSuccess;
}

cudaError_t cpu_device_occupancy(int *blocks, const void *kernel, int threads, size_t dynamic_shared)
{
    cudaFuncAttributes attributes;
    if (cudaError_t error = cpu_device_func_get_attributes(&attributes, kernel))
        return error;
    if (blocks == nullptr || threads < 1)
        return remember(cudaErrorInvalidValue);
    *blocks =
        threads <= attributes.maxThreadsPerBlock && dynamic_shared <= (size_t)attributes.maxDynamicSharedSizeBytes;
    return cudaSuccess;
}

cudaError_t cpu_device_func_set_attribute(const void *kernel, cudaFuncAttribute attribute, int value)
{
    RETURN_IF_REFUSED();
    if (attribute == cudaFuncAttributePreferredSharedMemoryCarveout)
        return cudaSuccess;
    if (attribute != cudaFuncAttributeMaxDynamicSharedMemorySize || value < 0 ||
        (size_t)value + static_shared_size_of(kernel) > max_dynamic_shared)
        return remember(cudaErrorInvalidValue);
    device &d = the_device();
    std::lock_guard<std::mutex> lock(d.mutex);
    d.dynamic_limits[kernel] = (size_t)value;
    return cudaSuccess;
}
