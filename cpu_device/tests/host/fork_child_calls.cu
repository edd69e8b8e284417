// SPDX-License-Identifier: MIT
// fork_child_calls.cu: the child of a program that has used CUDA cannot use it: each call returns an error, at once,
// as on an H100 with CUDA 13.0.
// CPU prints cudaMalloc: cudaErrorInitializationError
// CPU prints cudaMemcpy: cudaErrorInitializationError
// CPU prints a launch: cudaErrorInitializationError
// CPU prints cudaFree: cudaErrorInitializationError
// CPU prints cudaFree of null: cudaErrorInitializationError
// CPU prints cudaStreamSynchronize: cudaErrorInitializationError
// CPU prints cudaDeviceSynchronize: cudaErrorInitializationError
// CPU prints the child's status: 0
// CPU prints the parent goes on: 7
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "../handle_error.h"

__global__ void store(int *a, int value)
{
    *a = value;
}

static void show(const char *call, cudaError_t error)
{
    printf("%s: %s\n", call, cudaGetErrorName(error));
    fflush(stdout);
}

static void child(int *dev, cudaStream_t stream, cudaEvent_t event)
{
    int *other, value = 1;
    show("cudaMalloc", cudaMalloc((void **)&other, sizeof *other));
    show("cudaMemcpy", cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    cudaGetLastError();
    store<<<1, 1>>>(dev, 8);
    show("a launch", cudaGetLastError());
    show("cudaFree", cudaFree(dev));
    show("cudaFree of null", cudaFree(NULL));
    show("cudaStreamSynchronize", cudaStreamSynchronize(stream));
    show("cudaEventSynchronize", cudaEventSynchronize(event));
    show("cudaDeviceSynchronize", cudaDeviceSynchronize());
    exit(0);
}

int main(void)
{
    int *dev, status = 0, value = 0;
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));
    store<<<1, 1, 0, stream>>>(dev, 7);
    HANDLE_ERROR(cudaEventRecord(event, stream));
    for (int round = 0; round < 3; round++) { // with work in the stream, and without
        fflush(stdout);
        pid_t pid = fork();
        if (pid == 0)
            child(dev, stream, event);
        if (pid < 0 || waitpid(pid, &status, 0) != pid)
            return 1;
        HANDLE_ERROR(cudaDeviceSynchronize());
    }
    printf("the child's status: %d\n", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
    HANDLE_ERROR(cudaMemcpy(&value, dev, sizeof value, cudaMemcpyDeviceToHost));
    printf("the parent goes on: %d\n", value);
    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
