// SPDX-License-Identifier: MIT
// events.cu: events: before they are recorded, while they are pending, afterwards; the time between two; their errors.
// Errors on purpose.

#include <semaphore.h>
#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

static sem_t go_on;

__global__ void sleep_a_while()
{
    for (int i = 0; i < 1000; i++)
        __nanosleep(1000);
}

static void wait_for_host(void *)
{
    sem_wait(&go_on);
}

int main(void)
{
    cudaEvent_t start, stop, untimed, never;
    float ms = -1;
    sem_init(&go_on, 0, 0);
    HANDLE_ERROR(cudaEventCreate(&start));
    HANDLE_ERROR(cudaEventCreate(&stop, cudaEventBlockingSync));
    HANDLE_ERROR(cudaEventCreateWithFlags(&untimed, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreate(&never));

    printf("never recorded\n");
    SHOW(cudaEventQuery(never));
    SHOW(cudaEventSynchronize(never));
    SHOW(cudaStreamWaitEvent(0, never, 0));
    SHOW(cudaEventElapsedTime(&ms, never, never));
    SHOW(cudaGetLastError());

    printf("recorded\n");
    HANDLE_ERROR(cudaEventRecord(start, 0));
    sleep_a_while<<<1, 1>>>();
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(stop));
    SHOW(cudaEventSynchronize(stop));
    SHOW(cudaEventQuery(start));
    SHOW(cudaEventQuery(stop));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    printf("some time: %s, less than ten seconds: %s\n", ms > 0 ? "yes" : "no", ms < 10000 ? "yes" : "no");
    SHOW(cudaEventElapsedTime(&ms, start, start));
    printf("to itself: %g ms\n", ms);
    SHOW(cudaEventElapsedTime(&ms, stop, start));
    printf("backwards: negative: %s\n", ms < 0 ? "yes" : "no");
    SHOW(cudaEventElapsedTime(&ms, start, never));
    SHOW(cudaEventElapsedTime(NULL, start, stop));

    printf("pending\n");
    HANDLE_ERROR(cudaLaunchHostFunc(0, wait_for_host, NULL));
    SHOW(cudaEventRecord(stop, 0));
    SHOW(cudaEventQuery(stop));
    SHOW(cudaEventElapsedTime(&ms, start, stop));
    sem_post(&go_on);
    SHOW(cudaEventSynchronize(stop));
    SHOW(cudaEventQuery(stop));
    SHOW(cudaEventElapsedTime(&ms, start, stop));

    printf("recorded again: the last time counts\n");
    HANDLE_ERROR(cudaEventRecord(start, 0));
    SHOW(cudaEventSynchronize(start));
    SHOW(cudaEventElapsedTime(&ms, stop, start));
    printf("start is the later one now: %s\n", ms >= 0 ? "yes" : "no");

    printf("without times\n");
    SHOW(cudaEventRecord(untimed, 0));
    SHOW(cudaEventSynchronize(untimed));
    SHOW(cudaEventElapsedTime(&ms, start, untimed));

    printf("wrong\n");
    SHOW(cudaEventRecord(NULL, 0));
    SHOW(cudaEventQuery(NULL));
    SHOW(cudaEventSynchronize(NULL));
    SHOW(cudaEventElapsedTime(&ms, NULL, stop));
    SHOW(cudaEventDestroy(NULL));
    SHOW(cudaEventCreate(NULL));
    SHOW(cudaEventCreateWithFlags(&never, 1000));

    // a pending event may be destroyed
    sleep_a_while<<<1, 1>>>();
    HANDLE_ERROR(cudaEventRecord(stop, 0));
    SHOW(cudaEventDestroy(stop));
    SHOW(cudaEventDestroy(start));
    SHOW(cudaEventDestroy(untimed));
    SHOW(cudaEventDestroy(never));
    SHOW(cudaDeviceSynchronize());
    sem_destroy(&go_on);
    return 0;
}
