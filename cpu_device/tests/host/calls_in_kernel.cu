// SPDX-License-Identifier: MIT
// calls_in_kernel.cu: host functions of the runtime API in a kernel, most of which would wait for that very kernel:
// the launch fails, with one report.
// cudaFreeHost exits 3
// cudaFreeHost says Error: a host function in a kernel
// cudaFreeHost says kernel call, block (0,0,0), thread (0,0,0), at calls_in_kernel.cu:{cudaFreeHost}
// cudaFreeHost says cudaFreeHost()
// cudaFreeHost says SUMMARY: 1 error, 0 warnings
// cudaFreeHost prints cudaErrorNotSupported
// cudaMemcpy exits 3
// cudaMemcpy says Error: a host function in a kernel
// cudaMemcpy says kernel call, block (0,0,0), thread (0,0,0), at calls_in_kernel.cu:{cudaMemcpy}
// cudaMemcpy says cudaMemcpy()
// cudaMemcpy says SUMMARY: 1 error, 0 warnings
// cudaMemcpy prints cudaErrorNotSupported
// cudaDeviceSynchronize exits 3
// cudaDeviceSynchronize says Error: a host function in a kernel
// cudaDeviceSynchronize says thread (0,0,0), at calls_in_kernel.cu:{cudaDeviceSynchronize}
// cudaDeviceSynchronize says cudaDeviceSynchronize()
// cudaDeviceSynchronize says SUMMARY: 1 error, 0 warnings
// cudaDeviceSynchronize prints cudaErrorNotSupported
// cudaDeviceReset exits 3
// cudaDeviceReset says Error: a host function in a kernel
// cudaDeviceReset says thread (0,0,0), at calls_in_kernel.cu:{cudaDeviceReset}
// cudaDeviceReset says cudaDeviceReset()
// cudaDeviceReset says SUMMARY: 1 error, 0 warnings
// cudaDeviceReset prints cudaErrorNotSupported
// cudaStreamSynchronize exits 3
// cudaStreamSynchronize says Error: a host function in a kernel
// cudaStreamSynchronize says thread (0,0,0), at calls_in_kernel.cu:{cudaStreamSynchronize}
// cudaStreamSynchronize says cudaStreamSynchronize()
// cudaStreamSynchronize says SUMMARY: 1 error, 0 warnings
// cudaStreamSynchronize prints cudaErrorNotSupported
// cudaEventSynchronize exits 3
// cudaEventSynchronize says Error: a host function in a kernel
// cudaEventSynchronize says thread (0,0,0), at calls_in_kernel.cu:{cudaEventSynchronize}
// cudaEventSynchronize says cudaEventSynchronize()
// cudaEventSynchronize says SUMMARY: 1 error, 0 warnings
// cudaEventSynchronize prints cudaErrorNotSupported
#include <stdio.h>
#include <string.h>

enum { FREE_HOST, MEMCPY, DEVICE_SYNCHRONIZE, DEVICE_RESET, STREAM_SYNCHRONIZE, EVENT_SYNCHRONIZE, CALLS };
static const char *const names[CALLS] = {"cudaFreeHost",          "cudaMemcpy",
                                         "cudaDeviceSynchronize", "cudaDeviceReset",
                                         "cudaStreamSynchronize", "cudaEventSynchronize"};

// As if in the header of a library, where the compiler does not check who calls whom.
# 50 "cpu_device/tests/host/calls_in_kernel.cu" 3
__global__ void call(int which, int *a, cudaEvent_t event)
{
    if (threadIdx.x != 0)
        return;
    switch (which) {
    case FREE_HOST:
        cudaFreeHost(a); // {cudaFreeHost}
        break;
    case MEMCPY:
        cudaMemcpy(a, a + 1, 4, cudaMemcpyDeviceToDevice); // {cudaMemcpy}
        break;
    case DEVICE_SYNCHRONIZE:
        cudaDeviceSynchronize(); // {cudaDeviceSynchronize}
        break;
    case DEVICE_RESET:
        cudaDeviceReset(); // {cudaDeviceReset}
        break;
    case STREAM_SYNCHRONIZE:
        cudaStreamSynchronize(0); // {cudaStreamSynchronize}
        break;
    case EVENT_SYNCHRONIZE:
        cudaEventSynchronize(event); // {cudaEventSynchronize}
        break;
    }
    *a = 1;
}

int main(int argc, char **argv)
{
    int which = 0, *a;
    while (which < CALLS && argc == 2 && strcmp(argv[1], names[which]) != 0)
        which++;
    cudaEvent_t event;
    if (argc != 2 || which == CALLS || cudaMalloc((void **)&a, 2 * sizeof *a) != cudaSuccess ||
        cudaMemset(a, 0, 2 * sizeof *a) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess ||
        cudaEventRecord(event) != cudaSuccess)
        return 1;
    call<<<1, 32>>>(which, a, event);
    puts(cudaGetErrorName(cudaDeviceSynchronize()));
    return 0;
}
