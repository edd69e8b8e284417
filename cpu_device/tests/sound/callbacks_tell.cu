// SPDX-License-Identifier: MIT
// callbacks_tell.cu: functions that streams call look at what came before them, and tell the main thread by a semaphore
// that it may look too; it also asks until a stream is done, and waits for an event in another stream.
#include <semaphore.h>
#include <stdio.h>

const int n = 512;

static sem_t ready;
static int seen_in_callback;

static void look(void *data)
{
    const int *a = (const int *)data;
    seen_in_callback = a[n - 1];
    sem_post(&ready);
}

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

int main()
{
    int *a, *b;
    cudaStream_t one, other;
    cudaEvent_t event;
    sem_init(&ready, 0, 0);
    if (cudaMallocManaged(&a, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&b, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&one) != cudaSuccess ||
        cudaStreamCreate(&other) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        a[i] = b[i] = i;
    add<<<1, n, 0, one>>>(a, 1);
    cudaLaunchHostFunc(one, look, a);
    sem_wait(&ready);
    bool right = seen_in_callback == n && a[0] == 1;

    add<<<1, n, 0, one>>>(a, 2);
    while (cudaStreamQuery(one) == cudaErrorNotReady)
        ;
    right &= a[0] == 3;

    add<<<1, n, 0, one>>>(a, 3);
    cudaEventRecord(event, one);
    cudaStreamWaitEvent(other, event, 0);
    add<<<1, n, 0, other>>>(b, 1);
    cudaStreamSynchronize(other); // and what that has waited for
    right &= a[0] == 6 && b[0] == 1;

    add<<<1, n, 0, one>>>(a, 4);
    add<<<1, n>>>(b, 1); // in the default stream, after it
    cudaStreamSynchronize(0);
    right &= a[0] == 10 && b[0] == 2;

    add<<<1, n, 0, one>>>(a, 5);
    int *c;
    cudaMalloc(&c, 4);
    cudaFree(c); // waits for all
    right &= a[0] == 15;

    cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(a);
    cudaFree(b);
    sem_destroy(&ready);
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
