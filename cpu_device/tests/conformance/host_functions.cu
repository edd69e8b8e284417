// SPDX-License-Identifier: MIT
// host_functions.cu: functions of the host in a stream: they come in their turn, and what is behind them waits.

#include <semaphore.h>
#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

static sem_t go_on;
static char order[64];
static int orders;

// value = value * 10 + digit, after a while.
__global__ void append(int *value, int digit)
{
    for (int i = 0; i < 100; i++)
        __nanosleep(1000);
    *value = *value * 10 + digit;
}

static void CUDART_CB wait_for_host(void *)
{
    sem_wait(&go_on);
}

static void CUDART_CB note(void *what)
{
    order[orders++] = *(const char *)what;
}

static void CUDART_CB note_callback(cudaStream_t, cudaError_t status, void *what)
{
    order[orders++] = status == cudaSuccess ? *(const char *)what : '!';
}

int main(void)
{
    cudaStream_t a, free_running;
    cudaEvent_t event;
    int *dev, value;
    HANDLE_ERROR(cudaStreamCreate(&a));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&free_running, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));

    // host functions come in their turn
    HANDLE_ERROR(cudaMemset(dev, 0, sizeof *dev));
    HANDLE_ERROR(cudaLaunchHostFunc(a, note, (void *)"1"));
    append<<<1, 1, 0, a>>>(dev, 1);
    HANDLE_ERROR(cudaStreamAddCallback(a, note_callback, (void *)"2", 0));
    append<<<1, 1, 0, a>>>(dev, 2);
    HANDLE_ERROR(cudaLaunchHostFunc(a, note, (void *)"3"));
    HANDLE_ERROR(cudaStreamSynchronize(a));
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("host functions: %s, kernels: %d\n", order, value);

    // while the default stream is held up, streams that wait for it are too
    sem_init(&go_on, 0, 0);
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaLaunchHostFunc(0, wait_for_host, NULL));
    HANDLE_ERROR(cudaMemsetAsync(dev, 0, sizeof *dev, a));
    HANDLE_ERROR(cudaEventRecord(event, free_running));
    SHOW(cudaStreamSynchronize(free_running));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaStreamQuery(0));
    SHOW(cudaStreamQuery(a));
    SHOW(cudaStreamQuery(free_running));
    sem_post(&go_on);
    SHOW(cudaStreamSynchronize(a));
    SHOW(cudaStreamQuery(0));

    SHOW(cudaLaunchHostFunc(a, NULL, NULL));
    SHOW(cudaStreamAddCallback(a, NULL, NULL, 0));
    SHOW(cudaStreamAddCallback(a, note_callback, (void *)"4", 1));
    SHOW(cudaStreamSynchronize(a));
    printf("host functions: %s\n", order);

    HANDLE_ERROR(cudaStreamDestroy(a));
    HANDLE_ERROR(cudaStreamDestroy(free_running));
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaFree(dev));
    sem_destroy(&go_on);
    return 0;
}
