// SPDX-License-Identifier: MIT
// streams.cu: the order of work in one stream, between streams, and around the default stream; host functions in a
// stream.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

// value = value * 10 + digit, after a while.
__global__ void append(int *value, int digit)
{
    for (int i = 0; i < 100; i++)
        __nanosleep(1000);
    *value = *value * 10 + digit;
}

int main(void)
{
    cudaStream_t a, b, free_running;
    HANDLE_ERROR(cudaStreamCreate(&a));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&b, cudaStreamDefault));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
    int *dev, value, zero = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaMemcpy(dev, &zero, sizeof zero, cudaMemcpyHostToDevice));

    // one stream
    for (int digit = 1; digit <= 5; digit++)
        append<<<1, 1, 0, a>>>(dev, digit);
    HANDLE_ERROR(cudaStreamSynchronize(a));
    SHOW(cudaStreamQuery(a));
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("in one stream: %d\n", value);

    // the default stream waits for the others, and they for it
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    append<<<1, 1, 0, a>>>(dev, 1);
    append<<<1, 1>>>(dev, 2);
    append<<<1, 1, 0, b>>>(dev, 3);
    append<<<1, 1, 0, cudaStreamLegacy>>>(dev, 4);
    append<<<1, 1, 0, a>>>(dev, 5);
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("around the default stream: %d\n", value);

    // a non-blocking one waits where it is told to
    cudaEvent_t event;
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    append<<<1, 1, 0, a>>>(dev, 1);
    HANDLE_ERROR(cudaEventRecord(event, a));
    HANDLE_ERROR(cudaStreamWaitEvent(free_running, event, 0));
    append<<<1, 1, 0, free_running>>>(dev, 2);
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    HANDLE_ERROR(cudaStreamWaitEvent(b, event));
    append<<<1, 1, 0, b>>>(dev, 3);
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("through events: %d\n", value);

    SHOW(cudaStreamCreate(NULL));
    SHOW(cudaStreamCreateWithFlags(&b, 1000));
    SHOW(cudaStreamDestroy(NULL));
    SHOW(cudaStreamWaitEvent(a, NULL, 0));
    SHOW(cudaStreamDestroy(a));
    SHOW(cudaStreamDestroy(b));
    SHOW(cudaStreamDestroy(free_running));
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
