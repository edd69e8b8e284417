// SPDX-License-Identifier: MIT
// What the device has: cudaDeviceProp, and the same, and a little more, attribute by attribute. Limits are those of
// compute capability 9.0 (CUDA C++ Programming Guide, "Technical Specifications per Compute Capability"), also of
// textures and surfaces. Values that do not exist here are plausible numbers where programs divide by them.
#include <algorithm>
#include <cstdio>
#include <cstring>
#include <iterator>
#include <type_traits>
#include <unistd.h>

#include "../limits.h"
#include "../run/resident_blocks.h"
#include "api.h"

using namespace cpu_device;

namespace
{
constexpr int clock_rate = 1000000; // kHz: clock64() counts nanoseconds

template <size_t n> void set(int (&field)[n], const int (&values)[n])
{
    std::copy(values, values + n, field);
}

void set_threads(cudaDeviceProp *p) // and blocks, and registers
{
    p->warpSize = warp_size;
    p->maxThreadsPerBlock = max_threads;
    set(p->maxThreadsDim, {max_threads, max_threads, max_block_z});
    set(p->maxGridSize, {max_grid_x, max_grid_yz, max_grid_yz});
    p->multiProcessorCount = (int)core_count();
    p->maxThreadsPerMultiProcessor = (int)resident_threads();
    p->maxBlocksPerMultiProcessor = max_resident_blocks;
    p->cooperativeLaunch = p->clusterLaunch = p->memoryPoolsSupported = 1;
    p->regsPerBlock = p->regsPerMultiprocessor = 65536;
}

void set_memory(cudaDeviceProp *p, size_t total)
{
    p->totalGlobalMem = total;
    p->totalConstMem = 65536;
    p->sharedMemPerBlock = max_static_shared;
    p->sharedMemPerBlockOptin = max_dynamic_shared;
    p->sharedMemPerMultiprocessor = shared_per_multiprocessor;
    p->reservedSharedMemPerBlock = reserved_shared;
    p->memPitch = max_pitch;
    p->l2CacheSize = 0; // programs make their data larger than it
    p->globalL1CacheSupported = p->localL1CacheSupported = 1;
    p->memoryPoolsSupported = 1;
}

// The device is part of the host, but kernels get only memory that CUDA has allocated or registered.
void set_host(cudaDeviceProp *p)
{
    p->integrated = 1;
    p->canMapHostMemory = p->unifiedAddressing = p->hostNativeAtomicSupported = 1;
    p->managedMemory = p->concurrentManagedAccess = p->directManagedMemAccessFromHost = 1;
    p->hostRegisterSupported = p->canUseHostPointerForRegisteredMem = 1;
    p->concurrentKernels = p->streamPrioritiesSupported = p->computePreemptionSupported = 1;
    p->asyncEngineCount = 2; // copies run beside kernels, in both directions
    p->deviceNumaId = -1;
}

void set_textures(cudaDeviceProp *p) // and surfaces
{
    p->textureAlignment = texture_alignment;
    p->surfaceAlignment = 512;
    p->texturePitchAlignment = texture_pitch_alignment;
    p->maxTexture1D = 131072;
    p->maxTexture1DMipmap = 32768;
    set(p->maxTexture2D, {131072, 65536});
    set(p->maxTexture2DMipmap, {32768, 32768});
    set(p->maxTexture2DLinear, {131072, 65000, 2097120});
    set(p->maxTexture2DGather, {32768, 32768});
    set(p->maxTexture3D, {16384, 16384, 16384});
    set(p->maxTexture3DAlt, {8192, 8192, 32768});
    p->maxTextureCubemap = 32768;
    set(p->maxTexture1DLayered, {32768, 2048});
    set(p->maxTexture2DLayered, {32768, 32768, 2048});
    set(p->maxTextureCubemapLayered, {32768, 2046});
    p->maxSurface1D = 32768;
    set(p->maxSurface2D, {131072, 65536});
    set(p->maxSurface3D, {16384, 16384, 16384});
    set(p->maxSurface1DLayered, {32768, 2048});
    set(p->maxSurface2DLayered, {32768, 32768, 2048});
    p->maxSurfaceCubemap = 32768;
    set(p->maxSurfaceCubemapLayered, {32768, 2046});
}
} // namespace

cudaError_t cudaGetDeviceProperties(cudaDeviceProp *p, int number)
{
    if (p == nullptr)
        return remember(cudaErrorInvalidValue);
    if (!is_device(number))
        return remember(cudaErrorInvalidDevice);
    size_t free = 0, total = 0;
    if (cudaError_t error = cudaMemGetInfo(&free, &total))
        return error;
    *p = {};
    snprintf(p->name, sizeof p->name, "CUDA device on the CPU, %u core%s", core_count(), core_count() == 1 ? "" : "s");
    memcpy(p->uuid.bytes, "CPU device      ", sizeof p->uuid.bytes);
    p->uuid.bytes[sizeof p->uuid.bytes - 1] = (char)(' ' + number);
    p->pciBusID = number;
    p->major = 9;

    set_threads(p);
    set_memory(p, total);
    set_host(p);
    set_textures(p);
    return cudaSuccess;
}

namespace
{
// An attribute that cudaDeviceProp has as a member, or as an element of one; and one that it does not have.
template <auto member, int index = 0> int property(const cudaDeviceProp &p)
{
    if constexpr (std::is_array_v<std::remove_reference_t<decltype(p.*member)>>)
        return (p.*member)[index];
    else
        return (int)(p.*member);
}
template <int value> int constant(const cudaDeviceProp &)
{
    return value;
}

constexpr struct {
    cudaDeviceAttr attribute;
    int (*value)(const cudaDeviceProp &);
} attributes[] = {
    {cudaDevAttrMaxThreadsPerBlock, property<&cudaDeviceProp::maxThreadsPerBlock>},
    {cudaDevAttrMaxBlockDimX, property<&cudaDeviceProp::maxThreadsDim, 0>},
    {cudaDevAttrMaxBlockDimY, property<&cudaDeviceProp::maxThreadsDim, 1>},
    {cudaDevAttrMaxBlockDimZ, property<&cudaDeviceProp::maxThreadsDim, 2>},
    {cudaDevAttrMaxGridDimX, property<&cudaDeviceProp::maxGridSize, 0>},
    {cudaDevAttrMaxGridDimY, property<&cudaDeviceProp::maxGridSize, 1>},
    {cudaDevAttrMaxGridDimZ, property<&cudaDeviceProp::maxGridSize, 2>},
    {cudaDevAttrMaxSharedMemoryPerBlock, property<&cudaDeviceProp::sharedMemPerBlock>},
    {cudaDevAttrTotalConstantMemory, property<&cudaDeviceProp::totalConstMem>},
    {cudaDevAttrWarpSize, property<&cudaDeviceProp::warpSize>},
    {cudaDevAttrMaxPitch, property<&cudaDeviceProp::memPitch>},
    {cudaDevAttrMaxRegistersPerBlock, property<&cudaDeviceProp::regsPerBlock>},
    {cudaDevAttrClockRate, constant<clock_rate>},
    {cudaDevAttrTextureAlignment, property<&cudaDeviceProp::textureAlignment>},
    {cudaDevAttrGpuOverlap, constant<1>},
    {cudaDevAttrMultiProcessorCount, property<&cudaDeviceProp::multiProcessorCount>},
    {cudaDevAttrKernelExecTimeout, constant<0>}, // nothing is timed out
    {cudaDevAttrIntegrated, property<&cudaDeviceProp::integrated>},
    {cudaDevAttrCanMapHostMemory, property<&cudaDeviceProp::canMapHostMemory>},
    {cudaDevAttrComputeMode, constant<cudaComputeModeDefault>},
    {cudaDevAttrMaxTexture1DWidth, property<&cudaDeviceProp::maxTexture1D>},
    {cudaDevAttrMaxTexture2DWidth, property<&cudaDeviceProp::maxTexture2D, 0>},
    {cudaDevAttrMaxTexture2DHeight, property<&cudaDeviceProp::maxTexture2D, 1>},
    {cudaDevAttrMaxTexture3DWidth, property<&cudaDeviceProp::maxTexture3D, 0>},
    {cudaDevAttrMaxTexture3DHeight, property<&cudaDeviceProp::maxTexture3D, 1>},
    {cudaDevAttrMaxTexture3DDepth, property<&cudaDeviceProp::maxTexture3D, 2>},
    {cudaDevAttrMaxTexture2DLayeredWidth, property<&cudaDeviceProp::maxTexture2DLayered, 0>},
    {cudaDevAttrMaxTexture2DLayeredHeight, property<&cudaDeviceProp::maxTexture2DLayered, 1>},
    {cudaDevAttrMaxTexture2DLayeredLayers, property<&cudaDeviceProp::maxTexture2DLayered, 2>},
    {cudaDevAttrSurfaceAlignment, property<&cudaDeviceProp::surfaceAlignment>},
    {cudaDevAttrConcurrentKernels, property<&cudaDeviceProp::concurrentKernels>},
    {cudaDevAttrEccEnabled, property<&cudaDeviceProp::ECCEnabled>},
    {cudaDevAttrPciBusId, property<&cudaDeviceProp::pciBusID>},
    {cudaDevAttrPciDeviceId, property<&cudaDeviceProp::pciDeviceID>},
    {cudaDevAttrTccDriver, property<&cudaDeviceProp::tccDriver>},
    {cudaDevAttrMemoryClockRate, constant<0>}, // not known
    {cudaDevAttrGlobalMemoryBusWidth, property<&cudaDeviceProp::memoryBusWidth>},
    {cudaDevAttrL2CacheSize, property<&cudaDeviceProp::l2CacheSize>},
    {cudaDevAttrMaxThreadsPerMultiProcessor, property<&cudaDeviceProp::maxThreadsPerMultiProcessor>},
    {cudaDevAttrAsyncEngineCount, property<&cudaDeviceProp::asyncEngineCount>},
    {cudaDevAttrUnifiedAddressing, property<&cudaDeviceProp::unifiedAddressing>},
    {cudaDevAttrMaxTexture1DLayeredWidth, property<&cudaDeviceProp::maxTexture1DLayered, 0>},
    {cudaDevAttrMaxTexture1DLayeredLayers, property<&cudaDeviceProp::maxTexture1DLayered, 1>},
    {cudaDevAttrMaxTexture2DGatherWidth, property<&cudaDeviceProp::maxTexture2DGather, 0>},
    {cudaDevAttrMaxTexture2DGatherHeight, property<&cudaDeviceProp::maxTexture2DGather, 1>},
    {cudaDevAttrMaxTexture3DWidthAlt, property<&cudaDeviceProp::maxTexture3DAlt, 0>},
    {cudaDevAttrMaxTexture3DHeightAlt, property<&cudaDeviceProp::maxTexture3DAlt, 1>},
    {cudaDevAttrMaxTexture3DDepthAlt, property<&cudaDeviceProp::maxTexture3DAlt, 2>},
    {cudaDevAttrPciDomainId, property<&cudaDeviceProp::pciDomainID>},
    {cudaDevAttrTexturePitchAlignment, property<&cudaDeviceProp::texturePitchAlignment>},
    {cudaDevAttrMaxTextureCubemapWidth, property<&cudaDeviceProp::maxTextureCubemap>},
    {cudaDevAttrMaxTextureCubemapLayeredWidth, property<&cudaDeviceProp::maxTextureCubemapLayered, 0>},
    {cudaDevAttrMaxTextureCubemapLayeredLayers, property<&cudaDeviceProp::maxTextureCubemapLayered, 1>},
    {cudaDevAttrMaxSurface1DWidth, property<&cudaDeviceProp::maxSurface1D>},
    {cudaDevAttrMaxSurface2DWidth, property<&cudaDeviceProp::maxSurface2D, 0>},
    {cudaDevAttrMaxSurface2DHeight, property<&cudaDeviceProp::maxSurface2D, 1>},
    {cudaDevAttrMaxSurface3DWidth, property<&cudaDeviceProp::maxSurface3D, 0>},
    {cudaDevAttrMaxSurface3DHeight, property<&cudaDeviceProp::maxSurface3D, 1>},
    {cudaDevAttrMaxSurface3DDepth, property<&cudaDeviceProp::maxSurface3D, 2>},
    {cudaDevAttrMaxSurface1DLayeredWidth, property<&cudaDeviceProp::maxSurface1DLayered, 0>},
    {cudaDevAttrMaxSurface1DLayeredLayers, property<&cudaDeviceProp::maxSurface1DLayered, 1>},
    {cudaDevAttrMaxSurface2DLayeredWidth, property<&cudaDeviceProp::maxSurface2DLayered, 0>},
    {cudaDevAttrMaxSurface2DLayeredHeight, property<&cudaDeviceProp::maxSurface2DLayered, 1>},
    {cudaDevAttrMaxSurface2DLayeredLayers, property<&cudaDeviceProp::maxSurface2DLayered, 2>},
    {cudaDevAttrMaxSurfaceCubemapWidth, property<&cudaDeviceProp::maxSurfaceCubemap>},
    {cudaDevAttrMaxSurfaceCubemapLayeredWidth, property<&cudaDeviceProp::maxSurfaceCubemapLayered, 0>},
    {cudaDevAttrMaxSurfaceCubemapLayeredLayers, property<&cudaDeviceProp::maxSurfaceCubemapLayered, 1>},
    {cudaDevAttrMaxTexture1DLinearWidth, constant<268435456>},
    {cudaDevAttrMaxTexture2DLinearWidth, property<&cudaDeviceProp::maxTexture2DLinear, 0>},
    {cudaDevAttrMaxTexture2DLinearHeight, property<&cudaDeviceProp::maxTexture2DLinear, 1>},
    {cudaDevAttrMaxTexture2DLinearPitch, property<&cudaDeviceProp::maxTexture2DLinear, 2>},
    {cudaDevAttrMaxTexture2DMipmappedWidth, property<&cudaDeviceProp::maxTexture2DMipmap, 0>},
    {cudaDevAttrMaxTexture2DMipmappedHeight, property<&cudaDeviceProp::maxTexture2DMipmap, 1>},
    {cudaDevAttrComputeCapabilityMajor, property<&cudaDeviceProp::major>},
    {cudaDevAttrComputeCapabilityMinor, property<&cudaDeviceProp::minor>},
    {cudaDevAttrMaxTexture1DMipmappedWidth, property<&cudaDeviceProp::maxTexture1DMipmap>},
    {cudaDevAttrStreamPrioritiesSupported, property<&cudaDeviceProp::streamPrioritiesSupported>},
    {cudaDevAttrGlobalL1CacheSupported, property<&cudaDeviceProp::globalL1CacheSupported>},
    {cudaDevAttrLocalL1CacheSupported, property<&cudaDeviceProp::localL1CacheSupported>},
    {cudaDevAttrMaxSharedMemoryPerMultiprocessor, property<&cudaDeviceProp::sharedMemPerMultiprocessor>},
    {cudaDevAttrMaxRegistersPerMultiprocessor, property<&cudaDeviceProp::regsPerMultiprocessor>},
    {cudaDevAttrManagedMemory, property<&cudaDeviceProp::managedMemory>},
    {cudaDevAttrIsMultiGpuBoard, property<&cudaDeviceProp::isMultiGpuBoard>},
    {cudaDevAttrMultiGpuBoardGroupID, property<&cudaDeviceProp::multiGpuBoardGroupID>},
    {cudaDevAttrHostNativeAtomicSupported, property<&cudaDeviceProp::hostNativeAtomicSupported>},
    {cudaDevAttrSingleToDoublePrecisionPerfRatio, constant<2>}, // vectors hold half as many doubles
    {cudaDevAttrPageableMemoryAccess, property<&cudaDeviceProp::pageableMemoryAccess>},
    {cudaDevAttrConcurrentManagedAccess, property<&cudaDeviceProp::concurrentManagedAccess>},
    {cudaDevAttrComputePreemptionSupported, property<&cudaDeviceProp::computePreemptionSupported>},
    {cudaDevAttrCanUseHostPointerForRegisteredMem, property<&cudaDeviceProp::canUseHostPointerForRegisteredMem>},
    {cudaDevAttrCooperativeLaunch, property<&cudaDeviceProp::cooperativeLaunch>},
    {cudaDevAttrMaxSharedMemoryPerBlockOptin, property<&cudaDeviceProp::sharedMemPerBlockOptin>},
    {cudaDevAttrHostRegisterSupported, property<&cudaDeviceProp::hostRegisterSupported>},
    {cudaDevAttrPageableMemoryAccessUsesHostPageTables,
     property<&cudaDeviceProp::pageableMemoryAccessUsesHostPageTables>},
    {cudaDevAttrDirectManagedMemAccessFromHost, property<&cudaDeviceProp::directManagedMemAccessFromHost>},
    {cudaDevAttrMaxBlocksPerMultiprocessor, property<&cudaDeviceProp::maxBlocksPerMultiProcessor>},
    {cudaDevAttrMaxPersistingL2CacheSize, property<&cudaDeviceProp::persistingL2CacheMaxSize>},
    {cudaDevAttrMaxAccessPolicyWindowSize, property<&cudaDeviceProp::accessPolicyMaxWindowSize>},
    {cudaDevAttrReservedSharedMemoryPerBlock, property<&cudaDeviceProp::reservedSharedMemPerBlock>},
    {cudaDevAttrSparseCudaArraySupported, property<&cudaDeviceProp::sparseCudaArraySupported>},
    {cudaDevAttrHostRegisterReadOnlySupported, property<&cudaDeviceProp::hostRegisterReadOnlySupported>},
    {cudaDevAttrTimelineSemaphoreInteropSupported, property<&cudaDeviceProp::timelineSemaphoreInteropSupported>},
    {cudaDevAttrMemoryPoolsSupported, property<&cudaDeviceProp::memoryPoolsSupported>},
    {cudaDevAttrGPUDirectRDMASupported, property<&cudaDeviceProp::gpuDirectRDMASupported>},
    {cudaDevAttrGPUDirectRDMAFlushWritesOptions, property<&cudaDeviceProp::gpuDirectRDMAFlushWritesOptions>},
    {cudaDevAttrGPUDirectRDMAWritesOrdering, property<&cudaDeviceProp::gpuDirectRDMAWritesOrdering>},
    {cudaDevAttrMemoryPoolSupportedHandleTypes, property<&cudaDeviceProp::memoryPoolSupportedHandleTypes>},
    {cudaDevAttrClusterLaunch, property<&cudaDeviceProp::clusterLaunch>},
    {cudaDevAttrDeferredMappingCudaArraySupported, property<&cudaDeviceProp::deferredMappingCudaArraySupported>},
    {cudaDevAttrIpcEventSupport, property<&cudaDeviceProp::ipcEventSupported>},
    {cudaDevAttrMemSyncDomainCount, constant<1>},
    {cudaDevAttrNumaConfig, property<&cudaDeviceProp::deviceNumaConfig>},
    {cudaDevAttrNumaId, property<&cudaDeviceProp::deviceNumaId>},
    {cudaDevAttrMpsEnabled, property<&cudaDeviceProp::mpsEnabled>},
    {cudaDevAttrHostNumaId, property<&cudaDeviceProp::hostNumaId>},
    {cudaDevAttrGpuPciDeviceId, property<&cudaDeviceProp::gpuPciDeviceID>},
    {cudaDevAttrGpuPciSubsystemId, property<&cudaDeviceProp::gpuPciSubsystemID>},
    {cudaDevAttrHostNumaMultinodeIpcSupported, property<&cudaDeviceProp::hostNumaMultinodeIpcSupported>},
    {cudaDevAttrCanFlushRemoteWrites, constant<0>},
    {cudaDevAttrD3D12CigSupported, constant<0>},
    {cudaDevAttrVulkanCigSupported, constant<0>},
    {cudaDevAttrHostNumaMemoryPoolsSupported, constant<0>},
    {cudaDevAttrHostMemoryPoolsSupported, constant<0>},
    {cudaDevAttrOnlyPartialHostNativeAtomicSupported, constant<0>},
};
} // namespace

cudaError_t cudaDeviceGetAttribute(int *value, cudaDeviceAttr attribute, int number)
{
    cudaDeviceProp p;
    if (cudaError_t error = cudaGetDeviceProperties(&p, number))
        return error;
    auto row = std::find_if(std::begin(attributes), std::end(attributes),
                            [=](const auto &one) { return one.attribute == attribute; });
    if (value == nullptr || row == std::end(attributes))
        return remember(cudaErrorInvalidValue);
    *value = row->value(p);
    return cudaSuccess;
}
