// SPDX-License-Identifier: MIT
// driver_devices.cu: contexts on two devices, and what the runtime makes of them.
//
// Needs 2 devices.
#include <cuda.h>
#include <stdio.h>

#include "../handle_error.h"

static const char *name_of(CUresult error)
{
    const char *name = "?";
    cuGetErrorName(error, &name);
    return name;
}

#define SHOW(call) printf("%s: %s\n", #call, name_of(call))

static void show_current(const char *when)
{
    int device = -1;
    CUdevice of_context = -1;
    HANDLE_ERROR(cudaGetDevice(&device));
    CUresult error = cuCtxGetDevice(&of_context);
    printf("%s: runtime's device %d; context's %s, %d\n", when, device, name_of(error), (int)of_context);
}

int main(void)
{
    int count = 0;
    CUdevice devices[2];
    CUcontext contexts[2], primary, found;
    SHOW(cuInit(0));
    SHOW(cuDeviceGetCount(&count));
    if (count < 2) {
        fprintf(stderr, "needs two devices\n");
        return 77;
    }
    for (int i = 0; i < 2; ++i)
        SHOW(cuDeviceGet(&devices[i], i));
    SHOW(cuDeviceGet(&devices[0], 1000));
    for (int i = 0; i < 2; ++i)
        SHOW(cuCtxCreate(&contexts[i], NULL, 0, devices[i]));
    show_current("the last one made");

    CUdeviceptr memory[2];
    unsigned value = 0;
    for (int i = 0; i < 2; ++i) {
        SHOW(cuCtxSetCurrent(contexts[i]));
        SHOW(cuMemAlloc(&memory[i], 64));
        SHOW(cuMemsetD32(memory[i], 100 + i, 16));
        SHOW(cuCtxSynchronize());
    }
    SHOW(cuMemcpyPeer(memory[0], contexts[0], memory[1], contexts[1], 32));
    SHOW(cuMemcpyDtoH(&value, memory[0] + 28, 4));
    printf("copied: %u\n", value);
    SHOW(cuMemcpyDtoH(&value, memory[0] + 32, 4));
    printf("not copied: %u\n", value);

    SHOW(cuCtxPushCurrent(contexts[0]));
    show_current("pushed");
    SHOW(cuCtxPopCurrent(&found));
    printf("popped what was pushed: %s\n", found == contexts[0] ? "yes" : "no");
    show_current("popped");

    HANDLE_ERROR(cudaSetDevice(0));
    SHOW(cuCtxGetCurrent(&found));
    SHOW(cuDevicePrimaryCtxRetain(&primary, devices[0]));
    printf("cudaSetDevice() makes the primary one current: %s\n", found == primary ? "yes" : "no");
    show_current("set by the runtime");
    SHOW(cuDevicePrimaryCtxRelease(devices[0]));

    for (int i = 0; i < 2; ++i) {
        SHOW(cuCtxSetCurrent(contexts[i]));
        SHOW(cuMemFree(memory[i]));
    }
    for (int i = 0; i < 2; ++i)
        SHOW(cuCtxDestroy(contexts[i]));
    return 0;
}
