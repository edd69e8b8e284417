// SPDX-License-Identifier: MIT
// cancelled_thread.cu: a thread is cancelled while it waits for the device. It ends when the wait is over, the device
// goes on, and a thread that the program has made uncancellable stays so.
// CPU prints waiting: cancelled
// CPU prints uncancellable: goes on
// CPU prints after that: 2 launches
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static volatile int *stop, *begun;
static int *count;

__global__ void wait_for_host(volatile int *stop, volatile int *begun, int *count)
{
    *begun = 1;
    while (*stop == 0)
        ;
    *count += 1;
}

static void *wait_for_device(void *uncancellable)
{
    if (uncancellable != NULL)
        pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
    cudaDeviceSynchronize();
    pthread_testcancel();
    return NULL;
}

static const char *cancel_while_it_waits(void *uncancellable)
{
    pthread_t thread;
    void *result;
    *stop = *begun = 0;
    wait_for_host<<<1, 1>>>((volatile int *)stop, begun, count);
    pthread_create(&thread, NULL, wait_for_device, uncancellable);
    while (*begun == 0)
        usleep(1000);
    usleep(100000);
    pthread_cancel(thread);
    usleep(100000);
    *stop = 1;
    pthread_join(thread, &result);
    return result == PTHREAD_CANCELED ? "cancelled" : "goes on";
}

int main(void)
{
    int launches = 0;
    if (cudaMallocHost((void **)&stop, sizeof *stop) || cudaMallocHost((void **)&begun, sizeof *begun) ||
        cudaMalloc(&count, sizeof *count) || cudaMemset(count, 0, sizeof *count))
        return 1;
    printf("waiting: %s\n", cancel_while_it_waits(NULL));
    printf("uncancellable: %s\n", cancel_while_it_waits(count));
    if (cudaMemcpy(&launches, count, sizeof launches, cudaMemcpyDeviceToHost))
        return 1;
    printf("after that: %d launches\n", launches);
    cudaFreeHost((void *)stop);
    cudaFreeHost((void *)begun);
    return cudaFree(count) != cudaSuccess;
}
