// SPDX-License-Identifier: MIT
// calls_in_host_function.cu: a host function in a stream may not call CUDA. Each call returns cudaErrorNotPermitted,
// also those that elsewhere wait for the stream in which this function is running (so on an H100 with CUDA 13.0; an
// event that is over may be waited for there).
// CPU prints cudaLaunchHostFunc
// CPU prints cudaMalloc: cudaErrorNotPermitted
// CPU prints cudaMemcpy: cudaErrorNotPermitted
// CPU prints cudaMemset: cudaErrorNotPermitted
// CPU prints cudaMemcpyToSymbol: cudaErrorNotPermitted
// CPU prints a launch: cudaErrorNotPermitted
// CPU prints cudaStreamCreate: cudaErrorNotPermitted
// CPU prints cudaStreamQuery: cudaErrorNotPermitted
// CPU prints cudaStreamSynchronize: cudaErrorNotPermitted
// CPU prints cudaStreamDestroy: cudaErrorNotPermitted
// CPU prints cudaLaunchHostFunc: cudaErrorNotPermitted
// CPU prints cudaFree: cudaErrorNotPermitted
// CPU prints cudaFree of null: cudaErrorNotPermitted
// CPU prints cudaFreeHost: cudaErrorNotPermitted
// CPU prints cudaFreeHost of null: cudaErrorNotPermitted
// CPU prints cudaDeviceSynchronize: cudaErrorNotPermitted
// CPU prints cudaDeviceReset: cudaErrorNotPermitted
// CPU prints cudaStreamAddCallback
// CPU prints cudaMalloc: cudaErrorNotPermitted
// CPU prints cudaStreamSynchronize: cudaErrorNotPermitted
// CPU prints cudaFree: cudaErrorNotPermitted
// CPU prints cudaFree of null: cudaErrorNotPermitted
// CPU prints cudaFreeHost of null: cudaErrorNotPermitted
// CPU prints cudaDeviceSynchronize: cudaErrorNotPermitted
// CPU prints cudaDeviceReset: cudaErrorNotPermitted
// CPU prints afterwards: no error, 7
#include <stdio.h>

#include "../handle_error.h"

static cudaStream_t stream;
static cudaEvent_t event;
static int *dev, *pinned;
__device__ int variable;

__global__ void store(int *a, int value)
{
    *a = value;
}

static void CUDART_CB nothing(void *) {}

// So that the last line shows which call does not return.
static void show(const char *call, cudaError_t error)
{
    printf("%s: %s\n", call, cudaGetErrorName(error));
    fflush(stdout);
}

static void CUDART_CB call_all(void *how)
{
    printf("%s\n", (const char *)how);
    int *other = NULL, value = 8;
    cudaStream_t new_stream;
    show("cudaMalloc", cudaMalloc((void **)&other, sizeof *other));
    show("cudaMemcpy", cudaMemcpy(dev, &value, sizeof value, cudaMemcpyHostToDevice));
    show("cudaMemset", cudaMemset(dev, 0, sizeof *dev));
    show("cudaMemcpyToSymbol", cudaMemcpyToSymbol(variable, &value, sizeof value));
    store<<<1, 1>>>(dev, 8);
    show("a launch", cudaGetLastError());
    show("cudaStreamCreate", cudaStreamCreate(&new_stream));
    show("cudaStreamQuery", cudaStreamQuery(stream));
    show("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    show("cudaStreamDestroy", cudaStreamDestroy(stream));
    show("cudaEventRecord", cudaEventRecord(event, stream));
    show("cudaEventSynchronize", cudaEventSynchronize(event));
    show("cudaLaunchHostFunc", cudaLaunchHostFunc(stream, nothing, NULL));
    show("cudaFree", cudaFree(dev));
    show("cudaFree of null", cudaFree(NULL));
    show("cudaFreeHost", cudaFreeHost(pinned));
    show("cudaFreeHost of null", cudaFreeHost(NULL));
    show("cudaDeviceSynchronize", cudaDeviceSynchronize());
    show("cudaDeviceReset", cudaDeviceReset());
}

static void CUDART_CB callback(cudaStream_t, cudaError_t, void *how)
{
    call_all(how);
}

int main(void)
{
    int value;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, sizeof *pinned));
    store<<<1, 1, 0, stream>>>(dev, 7);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(event, stream));
    HANDLE_ERROR(cudaLaunchHostFunc(stream, call_all, (void *)"cudaLaunchHostFunc"));
    HANDLE_ERROR(cudaStreamAddCallback(stream, callback, (void *)"cudaStreamAddCallback", 0));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("afterwards: %s, %d\n", cudaGetErrorString(cudaGetLastError()), value);
    HANDLE_ERROR(cudaFreeHost(pinned));
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    return 0;
}
