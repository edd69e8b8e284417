// SPDX-License-Identifier: MIT
// host_memory.cu: host memory that kernels reach: cudaMallocHost, cudaHostAlloc, cudaHostRegister, and their errors.
// Errors on purpose.

#include <stdio.h>
#include <stdlib.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

const int N = 1024;

__global__ void add(int *numbers, int what)
{
    numbers[threadIdx.x] += what;
}

static int sum(const int *numbers)
{
    int all = 0;
    for (int i = 0; i < N; i++)
        all += numbers[i];
    return all;
}

static void fill(int *numbers)
{
    for (int i = 0; i < N; i++)
        numbers[i] = i;
}

// Adds in a kernel, at the address that the device has for the memory.
static void add_and_show(const char *what, int *host, int number)
{
    int *dev;
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&dev, host, 0));
    add<<<1, N>>>(dev, number);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%s: %d\n", what, sum(host));
}

int main(void)
{
    int *pinned, *mapped, *combined;
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, N * sizeof *pinned));
    HANDLE_ERROR(cudaHostAlloc((void **)&mapped, N * sizeof *mapped, cudaHostAllocMapped | cudaHostAllocPortable));
    HANDLE_ERROR(cudaHostAlloc((void **)&combined, N * sizeof *combined, cudaHostAllocWriteCombined));
    fill(pinned);
    fill(mapped);
    fill(combined);
    add_and_show("cudaMallocHost", pinned, 1);
    add_and_show("mapped", mapped, 2);
    add_and_show("write-combined", combined, 3);

    // the address in the middle of an allocation
    int *dev;
    HANDLE_ERROR(cudaHostGetDevicePointer((void **)&dev, pinned + 512, 0));
    add<<<1, 1>>>(dev, 1000000);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("element 512: %d\n", pinned[512]);

    // memory of the host's own
    int *own = (int *)aligned_alloc(4096, N * sizeof *own);
    HANDLE_NULL(own);
    fill(own);
    HANDLE_ERROR(cudaHostRegister(own, N * sizeof *own, cudaHostRegisterDefault));
    add_and_show("registered", own, 4);
    SHOW(cudaHostRegister(own, N * sizeof *own, cudaHostRegisterDefault));
    SHOW(cudaFreeHost(own));
    SHOW(cudaHostUnregister(own));
    SHOW(cudaHostUnregister(own));
    SHOW(cudaHostUnregister(pinned));
    printf("still the host's: %d\n", sum(own));

    SHOW(cudaHostRegister(NULL, 64, cudaHostRegisterDefault));
    SHOW(cudaHostRegister(own, 0, cudaHostRegisterDefault));
    SHOW(cudaHostGetDevicePointer((void **)&dev, NULL, 0));
    SHOW(cudaHostGetDevicePointer((void **)&dev, own, 0));
    SHOW(cudaHostAlloc((void **)&dev, 64, 0xffff));
    SHOW(cudaMallocHost((void **)&dev, 0));
    SHOW(cudaFreeHost(NULL));
    SHOW(cudaFreeHost(own));
    SHOW(cudaFreeHost(pinned + 1));
    SHOW(cudaFree(pinned));

    HANDLE_ERROR(cudaFreeHost(pinned));
    SHOW(cudaFreeHost(pinned));
    HANDLE_ERROR(cudaFreeHost(mapped));
    HANDLE_ERROR(cudaFreeHost(combined));
    free(own);
    return 0;
}
