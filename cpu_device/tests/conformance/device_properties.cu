// SPDX-License-Identifier: MIT
// device_properties.cu: what programs may count on of the device: the limits of compute capability 9.0.

#include <stdio.h>
#include <string.h>

#include "../handle_error.h"

static int attribute(cudaDeviceAttr which)
{
    int value;
    HANDLE_ERROR(cudaDeviceGetAttribute(&value, which, 0));
    return value;
}

static void show(const char *name, long long property, cudaDeviceAttr which)
{
    int value = attribute(which);
    printf("%s: %lld%s\n", name, property, value == property ? "" : ", and the attribute differs");
}

// For a property that differs from device to device: only whether its value makes sense.
static void show_sense(const char *name, long long property, long long least, cudaDeviceAttr which)
{
    int value = attribute(which);
    printf("%s: %s%s\n", name, property >= least ? "makes sense" : "is too small",
           value == property ? "" : ", and the attribute differs");
}

int main(void)
{
    int count, device = -1;
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    printf("a device: %s\n", count > 0 ? "yes" : "no");
    HANDLE_ERROR(cudaGetDevice(&device));
    printf("current device: %d\n", device);
    HANDLE_ERROR(cudaSetDevice(0));

    cudaDeviceProp p;
    HANDLE_ERROR(cudaGetDeviceProperties(&p, 0));
    printf("a name: %s\n", memchr(p.name, 0, sizeof p.name) != NULL && p.name[0] != '\0' ? "yes" : "no");
    show("major", p.major, cudaDevAttrComputeCapabilityMajor);
    show("minor", p.minor, cudaDevAttrComputeCapabilityMinor);
    show("warpSize", p.warpSize, cudaDevAttrWarpSize);
    show("maxThreadsPerBlock", p.maxThreadsPerBlock, cudaDevAttrMaxThreadsPerBlock);
    show("maxThreadsDim[0]", p.maxThreadsDim[0], cudaDevAttrMaxBlockDimX);
    show("maxThreadsDim[1]", p.maxThreadsDim[1], cudaDevAttrMaxBlockDimY);
    show("maxThreadsDim[2]", p.maxThreadsDim[2], cudaDevAttrMaxBlockDimZ);
    show("maxGridSize[0]", p.maxGridSize[0], cudaDevAttrMaxGridDimX);
    show("maxGridSize[1]", p.maxGridSize[1], cudaDevAttrMaxGridDimY);
    show("maxGridSize[2]", p.maxGridSize[2], cudaDevAttrMaxGridDimZ);
    show("sharedMemPerBlock", p.sharedMemPerBlock, cudaDevAttrMaxSharedMemoryPerBlock);
    show("sharedMemPerBlockOptin", p.sharedMemPerBlockOptin, cudaDevAttrMaxSharedMemoryPerBlockOptin);
    show("sharedMemPerMultiprocessor", p.sharedMemPerMultiprocessor, cudaDevAttrMaxSharedMemoryPerMultiprocessor);
    show("regsPerBlock", p.regsPerBlock, cudaDevAttrMaxRegistersPerBlock);
    show("totalConstMem", p.totalConstMem, cudaDevAttrTotalConstantMemory);
    show("memPitch", p.memPitch, cudaDevAttrMaxPitch);
    show("concurrentKernels", p.concurrentKernels, cudaDevAttrConcurrentKernels);
    show("canMapHostMemory", p.canMapHostMemory, cudaDevAttrCanMapHostMemory);
    show("unifiedAddressing", p.unifiedAddressing, cudaDevAttrUnifiedAddressing);
    show("managedMemory", p.managedMemory, cudaDevAttrManagedMemory);
    show_sense("multiProcessorCount", p.multiProcessorCount, 1, cudaDevAttrMultiProcessorCount);
    show_sense("maxThreadsPerMultiProcessor", p.maxThreadsPerMultiProcessor, 1024,
               cudaDevAttrMaxThreadsPerMultiProcessor);

    size_t free_bytes, total_bytes;
    HANDLE_ERROR(cudaMemGetInfo(&free_bytes, &total_bytes));
    printf("free <= total <= totalGlobalMem: %s\n",
           free_bytes > 0 && free_bytes <= total_bytes && total_bytes <= p.totalGlobalMem ? "yes" : "no");

    int runtime, driver;
    HANDLE_ERROR(cudaRuntimeGetVersion(&runtime));
    HANDLE_ERROR(cudaDriverGetVersion(&driver));
    printf("runtime version %d is that of the header: %s, the driver is no older: %s\n", runtime,
           runtime == CUDART_VERSION ? "yes" : "no", driver >= runtime ? "yes" : "no");

    cudaDeviceProp wanted;
    memset(&wanted, 0, sizeof wanted);
    wanted.major = 7;
    HANDLE_ERROR(cudaChooseDevice(&device, &wanted));
    printf("chosen device: %s\n", device >= 0 && device < count ? "there" : "not there");
    return 0;
}
