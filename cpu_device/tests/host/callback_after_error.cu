// SPDX-License-Identifier: MIT
// callback_after_error.cu: after a kernel that breaks off, a stream's callback comes all the same, and gets the
// error: a host thread may wait for it. A host function does not come. So on an H100 with CUDA 13.0.
// CPU exits 3
// CPU says Error: __trap()
// CPU prints the callback: cudaErrorLaunchFailure
// CPU prints the stream: cudaErrorLaunchFailure
// CPU prints host functions: 0
#include <semaphore.h>
#include <stdio.h>

#include "../handle_error.h"

static sem_t came;
static cudaError_t callback_status;
static int host_functions;

__global__ void trap_later(int loops)
{
    for (int i = 0; i < loops; i++)
        __nanosleep(1000);
    __trap();
}

static void CUDART_CB callback(cudaStream_t, cudaError_t status, void *)
{
    callback_status = status;
    sem_post(&came);
}

static void CUDART_CB host_function(void *)
{
    host_functions++;
}

int main(void)
{
    cudaStream_t stream;
    sem_init(&came, 0, 0);
    HANDLE_ERROR(cudaStreamCreate(&stream));
    trap_later<<<1, 1, 0, stream>>>(10000); // still running when the next two are queued
    HANDLE_ERROR(cudaStreamAddCallback(stream, callback, NULL, 0));
    HANDLE_ERROR(cudaLaunchHostFunc(stream, host_function, NULL));
    sem_wait(&came);
    printf("the callback: %s\n", cudaGetErrorName(callback_status));
    printf("the stream: %s\n", cudaGetErrorName(cudaStreamSynchronize(stream)));
    printf("host functions: %d\n", host_functions);
    return 0;
}
