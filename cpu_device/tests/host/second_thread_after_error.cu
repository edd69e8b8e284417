// SPDX-License-Identifier: MIT
// second_thread_after_error.cu: a kernel breaks off while a second host thread waits for its own work; then, and ever
// after, every call of both threads returns that error.
// CPU exits 3
// CPU says Error: __trap()
// CPU says SUMMARY: 1 error, 0 warnings
// CPU prints 50 rounds of every call: cudaErrorLaunchFailure
// CPU prints the main thread: cudaErrorLaunchFailure
#include <stdio.h>
#include <thread>

#include "../handle_error.h"

__global__ void trap(int *a)
{
    if (a[0] == 0)
        __trap();
}

__global__ void wait_a_while(int *a)
{
    for (int i = 0; i < 200; i++)
        __nanosleep(1000);
    a[threadIdx.x] = threadIdx.x;
}

static cudaError_t all_calls(cudaStream_t stream, cudaEvent_t event, int *dev)
{
    int value = 0, *other;
    cudaError_t first = cudaSuccess;
    for (int call = 0; call < 8; call++) {
        cudaError_t error = cudaSuccess;
        switch (call) {
        case 0: error = cudaMalloc((void **)&other, 4); break;
        case 1: error = cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost); break;
        case 2: error = cudaMemcpyAsync(&value, dev, sizeof value, cudaMemcpyDeviceToHost, stream); break;
        case 3: error = cudaEventRecord(event, stream); break;
        case 4: error = cudaEventSynchronize(event); break;
        case 5: error = cudaStreamSynchronize(stream); break;
        case 6:
            wait_a_while<<<4, 32, 0, stream>>>(dev);
            error = cudaGetLastError();
            break;
        case 7: error = cudaDeviceSynchronize(); break;
        }
        if (call == 0)
            first = error;
        if (error != first)
            return cudaErrorUnknown;
    }
    return first;
}

static cudaError_t of_second_thread;

static void second_thread(cudaStream_t stream, cudaEvent_t event, int *dev)
{
    while (cudaGetLastError() == cudaSuccess) { // until the other thread's kernel has broken off
        wait_a_while<<<4, 32, 0, stream>>>(dev);
        cudaEventRecord(event, stream);
        cudaStreamSynchronize(stream);
    }
    of_second_thread = all_calls(stream, event, dev);
    for (int round = 1; round < 50; round++)
        if (all_calls(stream, event, dev) != of_second_thread)
            of_second_thread = cudaErrorUnknown;
}

int main(void)
{
    int *dev, *zero;
    HANDLE_ERROR(cudaMalloc((void **)&dev, 32 * sizeof *dev));
    HANDLE_ERROR(cudaMalloc((void **)&zero, sizeof *zero));
    HANDLE_ERROR(cudaMemset(zero, 0, sizeof *zero));
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));
    std::thread second(second_thread, stream, event, dev);
    for (int i = 0; i < 3; i++)
        wait_a_while<<<4, 32>>>(dev);
    trap<<<1, 32>>>(zero);
    cudaError_t error = cudaDeviceSynchronize();
    second.join();
    printf("50 rounds of every call: %s\n", cudaGetErrorName(of_second_thread));
    printf("the main thread: %s\n", cudaGetErrorName(error));
    return 0;
}
