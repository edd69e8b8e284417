// SPDX-License-Identifier: MIT
// device_attributes.cu: every attribute that has a field in cudaDeviceProp says the same as the field; what programs
// divide by is not 0; limits, flags, the address on the bus, peers and wrong arguments.

#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

static cudaDeviceProp p;
static int compared;

static void same(const char *name, long long field, cudaDeviceAttr which)
{
    int value;
    HANDLE_ERROR(cudaDeviceGetAttribute(&value, which, 0));
    ++compared;
    if (value != (int)field)
        printf("%s: the attribute is %d, the field %lld\n", name, value, field);
}
#define SAME(field, attribute) same(#field, (long long)p.field, attribute)
#define SHOW(call) printf(#call ": %s\n", cudaGetErrorName(call))

static int attribute(cudaDeviceAttr which)
{
    int value = -1;
    HANDLE_ERROR(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

int main(void)
{
    HANDLE_ERROR(cudaGetDeviceProperties(&p, 0));
    SAME(maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
    SAME(totalConstMem, cudaDevAttrTotalConstantMemory);
    SAME(textureAlignment, cudaDevAttrTextureAlignment);
    SAME(texturePitchAlignment, cudaDevAttrTexturePitchAlignment);
    SAME(surfaceAlignment, cudaDevAttrSurfaceAlignment);
    SAME(integrated, cudaDevAttrIntegrated);
    SAME(ECCEnabled, cudaDevAttrEccEnabled);
    SAME(pciBusID, cudaDevAttrPciBusId);
    SAME(pciDeviceID, cudaDevAttrPciDeviceId);
    SAME(pciDomainID, cudaDevAttrPciDomainId);
    SAME(tccDriver, cudaDevAttrTccDriver);
    SAME(memoryBusWidth, cudaDevAttrGlobalMemoryBusWidth);
    SAME(l2CacheSize, cudaDevAttrL2CacheSize);
    SAME(persistingL2CacheMaxSize, cudaDevAttrMaxPersistingL2CacheSize);
    SAME(asyncEngineCount, cudaDevAttrAsyncEngineCount);
    SAME(streamPrioritiesSupported, cudaDevAttrStreamPrioritiesSupported);
    SAME(globalL1CacheSupported, cudaDevAttrGlobalL1CacheSupported);
    SAME(localL1CacheSupported, cudaDevAttrLocalL1CacheSupported);
    SAME(regsPerMultiprocessor, cudaDevAttrMaxRegistersPerMultiprocessor);
    SAME(isMultiGpuBoard, cudaDevAttrIsMultiGpuBoard);
    SAME(hostNativeAtomicSupported, cudaDevAttrHostNativeAtomicSupported);
    SAME(pageableMemoryAccess, cudaDevAttrPageableMemoryAccess);
    SAME(concurrentManagedAccess, cudaDevAttrConcurrentManagedAccess);
    SAME(computePreemptionSupported, cudaDevAttrComputePreemptionSupported);
    SAME(canUseHostPointerForRegisteredMem, cudaDevAttrCanUseHostPointerForRegisteredMem);
    SAME(cooperativeLaunch, cudaDevAttrCooperativeLaunch);
    SAME(maxBlocksPerMultiProcessor, cudaDevAttrMaxBlocksPerMultiprocessor);
    SAME(reservedSharedMemPerBlock, cudaDevAttrReservedSharedMemoryPerBlock);
    SAME(hostRegisterSupported, cudaDevAttrHostRegisterSupported);
    SAME(memoryPoolsSupported, cudaDevAttrMemoryPoolsSupported);
    SAME(clusterLaunch, cudaDevAttrClusterLaunch);
    SAME(maxTexture1D, cudaDevAttrMaxTexture1DWidth);
    SAME(maxTexture2D[0], cudaDevAttrMaxTexture2DWidth);
    SAME(maxTexture2D[1], cudaDevAttrMaxTexture2DHeight);
    SAME(maxTexture3D[2], cudaDevAttrMaxTexture3DDepth);
    SAME(maxTexture2DLayered[2], cudaDevAttrMaxTexture2DLayeredLayers);
    SAME(maxSurface2D[0], cudaDevAttrMaxSurface2DWidth);
    printf("%d attributes compared\n", compared);

    printf("textures: %d, %d x %d, %d x %d x %d, %d layers\n", p.maxTexture1D, p.maxTexture2D[0], p.maxTexture2D[1],
           p.maxTexture3D[0], p.maxTexture3D[1], p.maxTexture3D[2], p.maxTexture2DLayered[2]);
    printf("alignment of textures %zu, of their rows %zu, of surfaces %zu\n", p.textureAlignment,
           p.texturePitchAlignment, p.surfaceAlignment);
    printf("compute mode: %s\n",
           attribute(cudaDevAttrComputeMode) == cudaComputeModeProhibited ? "prohibited" : "usable");
    printf("what programs divide by: %s\n", attribute(cudaDevAttrClockRate) > 0 && p.asyncEngineCount > 0 &&
                                                    p.multiProcessorCount > 0 && p.maxBlocksPerMultiProcessor > 0 &&
                                                    attribute(cudaDevAttrSingleToDoublePrecisionPerfRatio) > 0
                                                ? "not 0"
                                                : "0");
    int value;
    SHOW(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    SHOW(cudaDeviceGetAttribute(&value, cudaDevAttrWarpSize, -1));
    SHOW(cudaDeviceGetAttribute(&value, (cudaDeviceAttr)-1, 0));

    // where it is
    char id[32];
    int device = -1;
    HANDLE_ERROR(cudaDeviceGetPCIBusId(id, sizeof id, 0));
    HANDLE_ERROR(cudaDeviceGetByPCIBusId(&device, id));
    printf("the address on the bus has %d characters and leads to device %d\n", (int)strlen(id), device);
    SHOW(cudaDeviceGetPCIBusId(id, 5, 0));
    SHOW(cudaDeviceGetPCIBusId(NULL, 20, 0));

    // limits
    size_t limit;
    HANDLE_ERROR(cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20));
    HANDLE_ERROR(cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize));
    printf("heap of kernels: %s\n", limit == 64 << 20 ? "as set" : "other");
    HANDLE_ERROR(cudaDeviceSetLimit(cudaLimitPrintfFifoSize, 4 << 20));
    HANDLE_ERROR(cudaDeviceGetLimit(&limit, cudaLimitPrintfFifoSize));
    printf("output of kernels: %s\n", limit >= 4 << 20 ? "enough" : "too little");
    SHOW(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimeSyncDepth));

    // a device is no peer of itself
    int can = -1;
    HANDLE_ERROR(cudaDeviceCanAccessPeer(&can, 0, 0));
    printf("a peer of itself: %d\n", can);
    SHOW(cudaDeviceCanAccessPeer(&can, 0, 1000));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaSetDevice(1000));
    SHOW(cudaGetDeviceProperties(&p, 1000));
    SHOW(cudaSetDeviceFlags(0x4000));
    (void)cudaGetLastError();

    // what a device may be asked to prefer
    cudaFuncCache config = cudaFuncCachePreferNone;
    SHOW(cudaDeviceSetCacheConfig(cudaFuncCachePreferL1));
    SHOW(cudaDeviceGetCacheConfig(&config));
    return 0;
}
