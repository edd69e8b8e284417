// SPDX-License-Identifier: MIT
// peer_access.cu: kernels that use the memory of another device, and who may.
//
// Needs 2 devices.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) (printf("%s: %s\n", #call, cudaGetErrorName(call)), (void)cudaGetLastError())

const int N = 1000;

// Adds the other device's elements to its own, and counts in the other's memory.
__global__ void add(int *own, const int *others, int *counter)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (i >= N)
        return;
    own[i] += others[i];
    atomicAdd(counter, 1);
}

int main(void)
{
    int count = 0, can = -1, host[N], total = 0;
    HANDLE_ERROR(cudaGetDeviceCount(&count));
    if (count >= 2)
        HANDLE_ERROR(cudaDeviceCanAccessPeer(&can, 0, 1));
    if (can != 1) {
        fprintf(stderr, "needs two devices, of which each can access the other\n");
        return 77;
    }
    SHOW(cudaDeviceCanAccessPeer(&can, 0, 0));
    printf("itself: %d\n", can);
    SHOW(cudaDeviceCanAccessPeer(&can, 0, 1000));
    SHOW(cudaDeviceEnablePeerAccess(0, 0));
    SHOW(cudaDeviceEnablePeerAccess(1000, 0));
    SHOW(cudaDeviceEnablePeerAccess(1, 1));
    SHOW(cudaDeviceDisablePeerAccess(0));
    SHOW(cudaDeviceDisablePeerAccess(1));
    SHOW(cudaDeviceDisablePeerAccess(1000));
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    SHOW(cudaDeviceEnablePeerAccess(1, 0));
    SHOW(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 1));
    printf("access: %d\n", can);
    SHOW(cudaDeviceGetP2PAttribute(&can, cudaDevP2PAttrAccessSupported, 0, 0));

    int *dev[2], *counter;
    for (int device = 0; device < 2; ++device) {
        HANDLE_ERROR(cudaSetDevice(device));
        HANDLE_ERROR(cudaMalloc(&dev[device], sizeof host));
        for (int i = 0; i < N; ++i)
            host[i] = device == 0 ? i : 7 * i;
        HANDLE_ERROR(cudaMemcpy(dev[device], host, sizeof host, cudaMemcpyHostToDevice));
    }
    HANDLE_ERROR(cudaMalloc(&counter, sizeof *counter)); // on device 1
    HANDLE_ERROR(cudaMemset(counter, 0, sizeof *counter));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaSetDevice(0));
    add<<<(N + 127) / 128, 128>>>(dev[0], dev[1], counter);
    HANDLE_ERROR(cudaGetLastError());
    SHOW(cudaMemset(dev[1], 0, sizeof host)); // now device 0 may
    SHOW(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(host, dev[0], sizeof host, cudaMemcpyDeviceToHost));
    long long sum = 0;
    for (int i = 0; i < N; ++i)
        sum += host[i];
    printf("sum %lld, and %d\n", sum, 8 * (N * (N - 1) / 2));
    HANDLE_ERROR(cudaMemcpy(&total, counter, sizeof total, cudaMemcpyDeviceToHost));
    printf("counted %d\n", total);
    SHOW(cudaDeviceDisablePeerAccess(1));
    SHOW(cudaMemset(dev[1], 0, sizeof host));

    // what a pool gives has an access of its own
    cudaMemPool_t pool;
    cudaMemLocation location = {};
    location.type = cudaMemLocationTypeDevice;
    location.id = 1;
    cudaMemAccessFlags flags;
    HANDLE_ERROR(cudaDeviceGetDefaultMemPool(&pool, 0));
    SHOW(cudaMemPoolGetAccess(&flags, pool, &location));
    printf("at first: %d\n", (int)flags);
    cudaMemAccessDesc both = {location, cudaMemAccessFlagsProtReadWrite};
    SHOW(cudaMemPoolSetAccess(pool, &both, 1));
    SHOW(cudaMemPoolGetAccess(&flags, pool, &location));
    printf("then: %d\n", (int)flags);
    int *pooled, three = 3;
    HANDLE_ERROR(cudaMallocAsync(&pooled, sizeof host, 0));
    HANDLE_ERROR(cudaMemsetAsync(pooled, 0, sizeof host, 0));
    HANDLE_ERROR(cudaMemcpyAsync(pooled, &three, sizeof three, cudaMemcpyHostToDevice, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaSetDevice(1));
    add<<<1, 1>>>(dev[1], pooled, counter);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(host, dev[1], sizeof(int), cudaMemcpyDeviceToHost));
    printf("from the pool: %d\n", host[0]);

    HANDLE_ERROR(cudaSetDevice(0));
    HANDLE_ERROR(cudaFreeAsync(pooled, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaFree(dev[0]));
    HANDLE_ERROR(cudaFree(dev[1]));
    HANDLE_ERROR(cudaFree(counter));
    return 0;
}
