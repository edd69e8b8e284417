// SPDX-License-Identifier: MIT
// last_error.cu: which errors cudaPeekAtLastError and cudaGetLastError remember, how long, and for which host thread.

#include <semaphore.h>
#include <stdio.h>

#include <thread>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

static sem_t go_on;

__global__ void nothing() {}

static void wait_for_host(void *)
{
    sem_wait(&go_on);
}

static void other_thread()
{
    printf("in another thread\n");
    SHOW(cudaPeekAtLastError());
    SHOW(cudaSetDevice(-1));
    SHOW(cudaPeekAtLastError());
}

int main(void)
{
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());

    printf("one error\n");
    SHOW(cudaSetDevice(-1));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaPeekAtLastError());

    printf("an error, then calls that succeed\n");
    int *dev, number = 0;
    SHOW(cudaSetDevice(-1));
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));
    SHOW(cudaMemset(dev, 0, sizeof *dev));
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    nothing<<<1, 1>>>();
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());

    printf("two errors\n");
    SHOW(cudaSetDevice(-1));
    SHOW(cudaMemset(NULL, 0, 4));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());

    printf("a launch that fails, then one that does not\n");
    nothing<<<1, 5000>>>();
    nothing<<<1, 1>>>();
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaPeekAtLastError());

    printf("another thread has its own\n");
    std::thread(other_thread).join();
    printf("back in the first\n");
    SHOW(cudaGetLastError());

    printf("not ready\n");
    sem_init(&go_on, 0, 0);
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaLaunchHostFunc(stream, wait_for_host, NULL));
    HANDLE_ERROR(cudaEventRecord(event, stream));
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaEventQuery(event));
    SHOW(cudaPeekAtLastError());
    sem_post(&go_on);
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaEventQuery(event));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());

    HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev));
    sem_destroy(&go_on);
    return 0;
}
