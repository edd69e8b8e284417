// SPDX-License-Identifier: MIT
// null_results.cu: calls that have nowhere to put their result.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void kernel(void) {}

int main(void)
{
    cudaEvent_t event;
    cudaPointerAttributes attributes;
    cudaDeviceProp properties;
    size_t size;
    int n;
    void *p, *host;
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaEventRecord(event, 0));
    HANDLE_ERROR(cudaMallocHost(&host, 4));

    printf("memory\n");
    SHOW(cudaMalloc((void **)NULL, 4));
    SHOW(cudaMallocPitch((void **)NULL, &size, 4, 4));
    SHOW(cudaMallocPitch(&p, NULL, 4, 4));
    SHOW(cudaMallocHost((void **)NULL, 4));
    SHOW(cudaHostAlloc((void **)NULL, 4, 0));
    SHOW(cudaMallocManaged((void **)NULL, 4));
    SHOW(cudaMallocAsync((void **)NULL, 4, 0));
    SHOW(cudaMemGetInfo(NULL, &size));
    SHOW(cudaMemGetInfo(&size, NULL));
    SHOW(cudaMemGetInfo(NULL, NULL));
    SHOW(cudaPointerGetAttributes(NULL, host));
    SHOW(cudaPointerGetAttributes(&attributes, NULL));
    SHOW(cudaHostGetDevicePointer((void **)NULL, host, 0));
    SHOW(cudaHostGetDevicePointer(&p, NULL, 0));
    SHOW(cudaHostRegister(NULL, 4, 0));
    SHOW(cudaHostUnregister(NULL));

    printf("streams and events\n");
    SHOW(cudaStreamCreate(NULL));
    SHOW(cudaStreamCreateWithFlags(NULL, 0));
    SHOW(cudaStreamCreateWithPriority(NULL, 0, 0));
    SHOW(cudaStreamAddCallback(0, NULL, NULL, 0));
    SHOW(cudaLaunchHostFunc(0, NULL, NULL));
    SHOW(cudaStreamDestroy(NULL));
    SHOW(cudaEventCreate(NULL));
    SHOW(cudaEventCreateWithFlags(NULL, 0));
    SHOW(cudaEventElapsedTime(NULL, event, event));
    SHOW(cudaEventRecord(NULL, 0));
    SHOW(cudaEventQuery(NULL));
    SHOW(cudaEventSynchronize(NULL));
    SHOW(cudaEventDestroy(NULL));

    printf("the device\n");
    SHOW(cudaGetDeviceCount(NULL));
    SHOW(cudaGetDevice(NULL));
    SHOW(cudaChooseDevice(NULL, &properties));
    SHOW(cudaChooseDevice(&n, NULL));
    SHOW(cudaGetDeviceProperties(NULL, 0));
    SHOW(cudaDeviceGetAttribute(NULL, cudaDevAttrWarpSize, 0));
    SHOW(cudaDeviceGetLimit(NULL, cudaLimitStackSize));
    SHOW(cudaDriverGetVersion(NULL));
    SHOW(cudaRuntimeGetVersion(NULL));
    SHOW(cudaFuncGetAttributes(NULL, kernel));
    SHOW(cudaOccupancyMaxActiveBlocksPerMultiprocessor(NULL, kernel, 32, 0));
    SHOW(cudaOccupancyMaxPotentialBlockSize(NULL, &n, kernel));
    SHOW(cudaOccupancyMaxPotentialBlockSize(&n, NULL, kernel));

    HANDLE_ERROR(cudaFreeHost(host));
    HANDLE_ERROR(cudaEventDestroy(event));
    return 0;
}
