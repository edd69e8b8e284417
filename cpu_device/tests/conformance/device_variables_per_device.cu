// SPDX-License-Identifier: MIT
// device_variables_per_device.cu: each device has its own copy of __device__ and __constant__ variables; managed ones
// are one for all.
//
// Needs 2 devices.

#include <stdio.h>

#include "../handle_error.h"

__device__ int counter = 5;
__device__ float table[4] = {1, 2, 3, 4};
__constant__ int factor = 2;
__managed__ int visits;

__global__ void work(int n)
{
    atomicAdd(&counter, n * factor);
    table[threadIdx.x] *= 2;
    if (threadIdx.x == 0)
        visits += 1;
}

// By name and by address it is the same variable.
__global__ void by_address(int *address)
{
    *address += 1;
    counter += 10;
}

static void show(const char *when)
{
    for (int device = 0; device < 2; ++device) {
        int c, f;
        float t[4];
        HANDLE_ERROR(cudaSetDevice(device));
        HANDLE_ERROR(cudaMemcpyFromSymbol(&c, counter, sizeof c));
        HANDLE_ERROR(cudaMemcpyFromSymbol(&f, factor, sizeof f));
        HANDLE_ERROR(cudaMemcpyFromSymbol(t, table, sizeof t));
        printf("%s, device %d: counter %d, factor %d, table %g %g %g %g\n", when, device, c, f, t[0], t[1], t[2], t[3]);
    }
}

int main(void)
{
    int count = 0, three = 3, *address[2];
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    if (count < 2) {
        fprintf(stderr, "needs two devices\n");
        return 77;
    }
    HANDLE_ERROR(cudaSetDevice(1));
    HANDLE_ERROR(cudaMemcpyToSymbol(factor, &three, sizeof three));
    show("at first");
    for (int round = 0; round < 2; ++round)
        for (int device = 0; device < 2; ++device) {
            HANDLE_ERROR(cudaSetDevice(device));
            work<<<1, 4>>>(device + 1);
            HANDLE_ERROR(cudaGetLastError());
            HANDLE_ERROR(cudaDeviceSynchronize()); // `visits` is one for both
        }
    show("worked");
    printf("visits %d\n", visits);

    for (int device = 0; device < 2; ++device) {
        cudaPointerAttributes a;
        HANDLE_ERROR(cudaSetDevice(device));
        HANDLE_ERROR(cudaGetSymbolAddress((void **)&address[device], counter));
        HANDLE_ERROR(cudaPointerGetAttributes(&a, address[device]));
        printf("the address is one of device %d, type %d\n", a.device, (int)a.type);
        by_address<<<1, 1>>>(address[device]);
        HANDLE_ERROR(cudaGetLastError());
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
    printf("the same address: %s\n", address[0] == address[1] ? "yes" : "no");
    HANDLE_ERROR(cudaMemset(address[1], 0, sizeof(int)));
    show("by address");

    HANDLE_ERROR(cudaMemcpy(address[1], address[0], sizeof(int), cudaMemcpyDefault));
    show("copied");
    return 0;
}
