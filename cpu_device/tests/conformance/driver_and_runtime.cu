// SPDX-License-Identifier: MIT
// driver_and_runtime.cu: the runtime API and the driver API in one program: the primary context, memory, streams and
// events of one in calls of the other.

#include <cuda.h>
#include <stdio.h>

#include "../handle_error.h"

#define CHECK(call) printf("%s: %d\n", #call, (int)(call))

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

int main(void)
{
    int *dev, host[32], value = 5;
    CUcontext current = NULL, primary = NULL;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof host)); // makes the primary context current
    CHECK(cuCtxGetCurrent(&current));
    CHECK(cuDevicePrimaryCtxRetain(&primary, 0));
    printf("the primary one is current: %d\n", current == primary);
    unsigned flags;
    int active = 0;
    CHECK(cuDevicePrimaryCtxGetState(0, &flags, &active));
    printf("active: %d\n", active);

    CUdeviceptr pointer = (CUdeviceptr)dev;
    CHECK(cuMemsetD32(pointer, 100, 32));
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
    CUfunction function;
    HANDLE_ERROR(cudaGetFuncBySymbol(&function, (const void *)add));
    void *arguments[] = {&dev, &value};
    CHECK(cuLaunchKernel(function, 1, 1, 1, 32, 1, 1, 0, stream, arguments, NULL));
    add<<<1, 32, 0, stream>>>((int *)pointer, 1);
    HANDLE_ERROR(cudaGetLastError());
    CHECK(cuEventRecord(event, stream));
    HANDLE_ERROR(cudaEventSynchronize(event));
    CUdeviceptr second = 0;
    CHECK(cuMemAlloc(&second, sizeof host));
    CHECK(cuMemcpyDtoD(second, pointer, sizeof host));
    HANDLE_ERROR(cudaMemcpy(host, (void *)second, sizeof host, cudaMemcpyDeviceToHost));
    printf("%d %d\n", host[0], host[31]);
    CHECK(cuMemcpyDtoH(host, second, 10 * sizeof host)); // refused, but not for the runtime API
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaFree((void *)second));
    CHECK(cuMemFree(pointer));
    CHECK(cuStreamDestroy(stream));
    HANDLE_ERROR(cudaEventDestroy(event));
    CHECK(cuDevicePrimaryCtxRelease(0));
    return 0;
}
