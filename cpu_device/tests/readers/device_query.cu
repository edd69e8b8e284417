// SPDX-License-Identifier: MIT
// device_query.cu: the properties of the device, as printed by the first exercise of many courses
// Feature: cudaDeviceProp fields, driver and runtime versions, cudaDeviceGetAttribute, cudaMemGetInfo
#include <cuda_runtime.h>

#include <iostream>
#include <stdio.h>
#include <string>

int main(int argc, char **argv)
{
    printf("%s Starting...\n", argv[0]);
    int deviceCount = 0;
    cudaError_t error_id = cudaGetDeviceCount(&deviceCount);
    if (error_id != cudaSuccess) {
        printf("cudaGetDeviceCount returned %d\n-> %s\n", (int)error_id, cudaGetErrorString(error_id));
        printf("Result = FAIL\n");
        exit(EXIT_FAILURE);
    }
    if (deviceCount == 0)
        printf("There are no available device(s) that support CUDA\n");
    else
        printf("Detected %d CUDA Capable device(s)\n", deviceCount);
    int driverVersion = 0, runtimeVersion = 0;
    for (int dev = 0; dev < deviceCount; ++dev) {
        cudaSetDevice(dev);
        cudaDeviceProp deviceProp;
        cudaGetDeviceProperties(&deviceProp, dev);
        printf("\nDevice %d: \"%s\"\n", dev, deviceProp.name);
        cudaDriverGetVersion(&driverVersion);
        cudaRuntimeGetVersion(&runtimeVersion);
        printf("  CUDA Driver Version / Runtime Version          %d.%d / %d.%d\n", driverVersion / 1000,
               (driverVersion % 100) / 10, runtimeVersion / 1000, (runtimeVersion % 100) / 10);
        printf("  CUDA Capability Major/Minor version number:    %d.%d\n", deviceProp.major, deviceProp.minor);
        printf("  Total amount of global memory:                 %.2f MBytes (%llu bytes)\n",
               (float)deviceProp.totalGlobalMem / pow(1024.0, 2), (unsigned long long)deviceProp.totalGlobalMem);
        int clock = 0, memoryClock = 0;
        cudaDeviceGetAttribute(&clock, cudaDevAttrClockRate, dev);
        cudaDeviceGetAttribute(&memoryClock, cudaDevAttrMemoryClockRate, dev);
        printf("  GPU Max Clock rate:                            %.0f MHz (%0.2f GHz)\n", clock * 1e-3f, clock * 1e-6f);
        printf("  Memory Clock rate and bus width:               %.0f Mhz, %d-bit\n", memoryClock * 1e-3f,
               deviceProp.memoryBusWidth);
        if (deviceProp.l2CacheSize)
            printf("  L2 Cache Size:                                 %d bytes\n", deviceProp.l2CacheSize);
        printf("  Maximum Texture Dimension Size (x,y,z)         1D=(%d), 2D=(%d,%d), 3D=(%d,%d,%d)\n",
               deviceProp.maxTexture1D, deviceProp.maxTexture2D[0], deviceProp.maxTexture2D[1],
               deviceProp.maxTexture3D[0], deviceProp.maxTexture3D[1], deviceProp.maxTexture3D[2]);
        printf("  Total amount of constant memory:               %zu bytes\n", deviceProp.totalConstMem);
        printf("  Total amount of shared memory per block:       %zu bytes\n", deviceProp.sharedMemPerBlock);
        printf("  Total shared memory per multiprocessor:        %zu bytes\n", deviceProp.sharedMemPerMultiprocessor);
        printf("  Total number of registers available per block: %d\n", deviceProp.regsPerBlock);
        printf("  Warp size:                                     %d\n", deviceProp.warpSize);
        printf("  Maximum number of threads per multiprocessor:  %d\n", deviceProp.maxThreadsPerMultiProcessor);
        printf("  Maximum number of threads per block:           %d\n", deviceProp.maxThreadsPerBlock);
        printf("  Max dimension size of a thread block (x,y,z): (%d, %d, %d)\n", deviceProp.maxThreadsDim[0],
               deviceProp.maxThreadsDim[1], deviceProp.maxThreadsDim[2]);
        printf("  Max dimension size of a grid size    (x,y,z): (%d, %d, %d)\n", deviceProp.maxGridSize[0],
               deviceProp.maxGridSize[1], deviceProp.maxGridSize[2]);
        printf("  Maximum memory pitch:                          %zu bytes\n", deviceProp.memPitch);
        printf("  Texture alignment:                             %zu bytes\n", deviceProp.textureAlignment);
        printf("  Concurrent copy and kernel execution:          %s with %d copy engine(s)\n",
               deviceProp.asyncEngineCount ? "Yes" : "No", deviceProp.asyncEngineCount);
        printf("  Integrated GPU sharing Host Memory:            %s\n", deviceProp.integrated ? "Yes" : "No");
        printf("  Support host page-locked memory mapping:       %s\n", deviceProp.canMapHostMemory ? "Yes" : "No");
        printf("  Device has ECC support:                        %s\n", deviceProp.ECCEnabled ? "Enabled" : "Disabled");
        printf("  Device supports Unified Addressing (UVA):      %s\n", deviceProp.unifiedAddressing ? "Yes" : "No");
        printf("  Supports Cooperative Kernel Launch:            %s\n", deviceProp.cooperativeLaunch ? "Yes" : "No");
        printf("  Device PCI Domain ID / Bus ID / location ID:   %d / %d / %d\n", deviceProp.pciDomainID,
               deviceProp.pciBusID, deviceProp.pciDeviceID);
    }
    size_t available, total;
    cudaMemGetInfo(&available, &total);
    std::cout << "free " << (available <= total ? "<=" : ">") << " total" << std::endl;
    bool ok = deviceCount > 0 && available <= total && driverVersion >= runtimeVersion;
    printf("Result = %s\n", ok ? "PASS" : "FAIL");
    exit(ok ? EXIT_SUCCESS : EXIT_FAILURE);
}
