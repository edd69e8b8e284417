// SPDX-License-Identifier: MIT
// several_devices.cu: which device is current in each host thread; whose streams, events and memory these are, and what
// may be used while another device is current.
//
// Needs 2 devices.

#include <stdio.h>
#include <thread>

#include "../handle_error.h"

#define SHOW(call) (printf("%s: %s\n", #call, cudaGetErrorName(call)), (void)cudaGetLastError())

static int current(void)
{
    int device = -1;
    HANDLE_ERROR(cudaGetDevice(&device));
    return device;
}

static void show(const char *what, const void *pointer)
{
    cudaPointerAttributes a;
    HANDLE_ERROR(cudaPointerGetAttributes(&a, pointer));
    printf("%s: type %d, device %d\n", what, (int)a.type, a.device);
}

__global__ void set(int *where, int value)
{
    *where = value;
}

static void nothing(void *) {}

int main(void)
{
    int count = 0, value = 0, number = -1;
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    if (count < 2) {
        fprintf(stderr, "needs two devices\n");
        return 77;
    }
    printf("at first: %d\n", current());
    SHOW(cudaSetDevice(-1));
    SHOW(cudaSetDevice(1000));
    HANDLE_ERROR(cudaSetDevice(1));
    std::thread([] { printf("in another thread: %d\n", current()); }).join();
    printf("in this one: %d\n", current());

    cudaStream_t streams[2];
    cudaEvent_t events[2];
    int *dev[2], *pinned, *managed, *pooled;
    for (int device = 0; device < 2; ++device) {
        HANDLE_ERROR(cudaSetDevice(device));
        HANDLE_ERROR(cudaStreamCreate(&streams[device]));
        HANDLE_ERROR(cudaEventCreate(&events[device]));
        HANDLE_ERROR(cudaMalloc(&dev[device], sizeof(int)));
        set<<<1, 1, 0, streams[device]>>>(dev[device], 10 + device);
        HANDLE_ERROR(cudaGetLastError());
    }
    HANDLE_ERROR(cudaMallocHost(&pinned, sizeof(int)));
    HANDLE_ERROR(cudaMallocManaged(&managed, sizeof(int)));
    HANDLE_ERROR(cudaSetDevice(0));
    show("memory of device 0", dev[0]);
    show("memory of device 1", dev[1]);
    show("pinned memory", pinned);
    show("managed memory", managed);

    // device 0 is current
    HANDLE_ERROR(cudaStreamGetDevice(streams[1], &number));
    printf("the stream's device: %d\n", number);
    SHOW(cudaEventRecord(events[0], streams[1]));
    SHOW(cudaEventRecord(events[1], 0));
    SHOW(cudaEventRecord(events[1], streams[1]));
    SHOW(cudaEventRecord(events[0], streams[0]));
    SHOW(cudaStreamWaitEvent(streams[0], events[1], 0));
    SHOW(cudaEventSynchronize(events[1]));
    SHOW(cudaEventSynchronize(events[0]));
    SHOW(cudaEventQuery(events[1]));
    float milliseconds;
    SHOW(cudaEventElapsedTime(&milliseconds, events[0], events[1]));
    SHOW(cudaStreamSynchronize(streams[1]));
    SHOW(cudaStreamQuery(streams[1]));
    SHOW(cudaMemcpyAsync(pinned, dev[0], sizeof(int), cudaMemcpyDefault, streams[1]));
    SHOW(cudaStreamSynchronize(streams[1]));
    printf("copied by the other device: %d\n", *pinned);
    SHOW(cudaLaunchHostFunc(streams[1], nothing, NULL));
    SHOW(cudaMallocAsync(&pooled, sizeof(int), streams[1]));
    show("memory from its stream", pooled);
    SHOW(cudaFreeAsync(pooled, streams[1]));

    // the memory of a device is filled by itself
    SHOW(cudaMemset(dev[1], 0, sizeof(int)));
    SHOW(cudaMemsetAsync(dev[0], 0, sizeof(int), streams[1]));
    SHOW(cudaMemsetAsync(dev[1], 0, sizeof(int), streams[1]));
    SHOW(cudaMemcpy(&value, dev[1], sizeof value, cudaMemcpyDeviceToHost));
    printf("after the fill: %d\n", value);

    SHOW(cudaStreamDestroy(streams[1]));
    SHOW(cudaEventDestroy(events[1]));
    SHOW(cudaFree(dev[1]));
    HANDLE_ERROR(cudaSetDevice(1));
    SHOW(cudaDeviceReset()); // what device 1 has, the pinned and managed memory too
    HANDLE_ERROR(cudaSetDevice(0));
    SHOW(cudaMemcpy(&value, dev[0], sizeof value, cudaMemcpyDeviceToHost));
    printf("device 0 still has %d\n", value);
    HANDLE_ERROR(cudaFree(dev[0]));
    HANDLE_ERROR(cudaEventDestroy(events[0]));
    HANDLE_ERROR(cudaStreamDestroy(streams[0]));
    return 0;
}
