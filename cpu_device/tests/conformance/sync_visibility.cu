// SPDX-License-Identifier: MIT
// sync_visibility.cu: what a kernel wrote is there for the host after each way to wait for it, and for later kernels.

#include <stdio.h>

#include "../handle_error.h"

const int blocks = 16, threads = 256, N = blocks * threads;

// Slow enough that a host which does not wait would come too early.
__global__ void write(int *numbers, int what)
{
    for (int i = 0; i < 200; i++)
        __nanosleep(1000);
    numbers[threadIdx.x + blockIdx.x * blockDim.x] = what;
}

__global__ void add(int *to, const int *from)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    to[i] += from[N - 1 - i]; // written by another block
}

static void show(const char *what, const volatile int *numbers)
{
    long long sum = 0;
    for (int i = 0; i < N; i++)
        sum += numbers[i];
    printf("%s: first %d, last %d, sum %lld\n", what, numbers[0], numbers[N - 1], sum);
}

int main(void)
{
    const size_t size = N * sizeof(int);
    int *pinned, *managed, *dev, ordinary[N];
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaMallocHost((void **)&pinned, size));
    HANDLE_ERROR(cudaMallocManaged((void **)&managed, size));
    HANDLE_ERROR(cudaMalloc((void **)&dev, size));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaEventCreate(&event));

    write<<<blocks, threads>>>(pinned, 1);
    HANDLE_ERROR(cudaDeviceSynchronize());
    show("pinned, cudaDeviceSynchronize", pinned);
    write<<<blocks, threads>>>(managed, 2);
    HANDLE_ERROR(cudaDeviceSynchronize());
    show("managed, cudaDeviceSynchronize", managed);
    write<<<blocks, threads, 0, stream>>>(pinned, 3);
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    show("pinned, cudaStreamSynchronize", pinned);
    write<<<blocks, threads, 0, stream>>>(pinned, 4);
    HANDLE_ERROR(cudaEventRecord(event, stream));
    HANDLE_ERROR(cudaEventSynchronize(event));
    show("pinned, cudaEventSynchronize", pinned);
    write<<<blocks, threads, 0, stream>>>(pinned, 5);
    while (cudaStreamQuery(stream) == cudaErrorNotReady)
        ;
    show("pinned, cudaStreamQuery", pinned);

    // a copy waits for the kernel before it
    write<<<blocks, threads>>>(dev, 6);
    HANDLE_ERROR(cudaMemcpy(ordinary, dev, size, cudaMemcpyDeviceToHost));
    show("device, cudaMemcpy", ordinary);
    write<<<blocks, threads>>>(pinned, 7);
    HANDLE_ERROR(cudaMemcpy(ordinary, dev, sizeof(int), cudaMemcpyDeviceToHost));
    show("pinned, cudaMemcpy of something else", pinned);
    write<<<blocks, threads>>>(dev, 8);
    HANDLE_ERROR(cudaMemcpyAsync(pinned, dev, size, cudaMemcpyDeviceToHost, 0));
    HANDLE_ERROR(cudaStreamSynchronize(0));
    show("device, cudaMemcpyAsync and a wait", pinned);

    // a kernel sees what all blocks of those before it wrote
    write<<<blocks, threads>>>(dev, 9);
    write<<<blocks, threads>>>(pinned, 10);
    add<<<blocks, threads>>>(dev, pinned);
    add<<<blocks, threads>>>(pinned, dev);
    HANDLE_ERROR(cudaDeviceSynchronize());
    show("kernels, one after another", pinned);

    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFree(managed));
    HANDLE_ERROR(cudaFreeHost(pinned));
    return 0;
}
