// SPDX-License-Identifier: MIT
// default_streams.cu: the legacy default stream, and a host thread's own: which waits for which, and that another
// thread has another one.

#include <stdio.h>
#include <thread>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void wait_for(volatile int *go)
{
    while (*go == 0)
        __nanosleep(1000);
}

// value = value * 10 + digit, after a while.
__global__ void append(int *value, int digit)
{
    for (int i = 0; i < 100; i++)
        __nanosleep(1000);
    *value = *value * 10 + digit;
}

// Asks until the answer is not cudaErrorNotReady.
static const char *end_of(cudaStream_t stream)
{
    cudaError_t error;
    while ((error = cudaStreamQuery(stream)) == cudaErrorNotReady)
        ;
    return cudaGetErrorName(error);
}

int main(void)
{
    volatile int *go;
    int *dev, value;
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaMallocHost((void **)&go, sizeof *go));
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaDeviceSynchronize());

    // a thread's own waits for the legacy one, and that for it
    append<<<1, 1, 0, cudaStreamPerThread>>>(dev, 1);
    append<<<1, 1, 0, cudaStreamLegacy>>>(dev, 2);
    append<<<1, 1, 0, cudaStreamPerThread>>>(dev, 3);
    append<<<1, 1>>>(dev, 4);
    std::thread other([=] { append<<<1, 1, 0, cudaStreamPerThread>>>(dev, 5); });
    other.join();
    append<<<1, 1, 0, cudaStreamLegacy>>>(dev, 6);
    HANDLE_ERROR(cudaMemcpyAsync(&value, dev, sizeof value, cudaMemcpyDeviceToHost, cudaStreamPerThread));
    HANDLE_ERROR(cudaStreamSynchronize(cudaStreamPerThread));
    printf("the two in turn: %d\n", value);

    // beside a kernel that does not end
    *go = 0;
    wait_for<<<1, 1, 0, stream>>>(go);
    HANDLE_ERROR(cudaEventRecord(event, cudaStreamPerThread));
    printf("a thread's stream beside another stream: %s\n", end_of(cudaStreamPerThread));
    HANDLE_ERROR(cudaEventRecord(event, cudaStreamLegacy));
    SHOW(cudaStreamQuery(cudaStreamLegacy));
    *go = 1;
    HANDLE_ERROR(cudaDeviceSynchronize());
    SHOW(cudaStreamQuery(cudaStreamLegacy));

    // beside that of another thread
    *go = 0;
    wait_for<<<1, 1, 0, cudaStreamPerThread>>>(go);
    std::thread([=] {
        HANDLE_ERROR(cudaEventRecord(event, cudaStreamPerThread));
        printf("a thread's stream beside another thread's: %s\n", end_of(cudaStreamPerThread));
    }).join();
    SHOW(cudaStreamQuery(cudaStreamPerThread));
    *go = 1;
    HANDLE_ERROR(cudaDeviceSynchronize());
    SHOW(cudaStreamQuery(cudaStreamPerThread));

    // an event in one of them, and a wait in another
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    append<<<1, 1, 0, cudaStreamPerThread>>>(dev, 7);
    HANDLE_ERROR(cudaEventRecord(event, cudaStreamPerThread));
    std::thread([=] {
        HANDLE_ERROR(cudaStreamWaitEvent(cudaStreamPerThread, event, 0));
        append<<<1, 1, 0, cudaStreamPerThread>>>(dev, 8);
        HANDLE_ERROR(cudaStreamSynchronize(cudaStreamPerThread));
    }).join();
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("through an event: %d\n", value);

    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev));
    HANDLE_ERROR(cudaFreeHost((void *)go));
    return 0;
}
