// SPDX-License-Identifier: MIT
// streams_one_event.cu: one event is recorded again and again, by two streams in turn. A wait is for what the event
// marked when the wait was called, whatever is recorded later; the host waits for the last.
#include <stdio.h>

const int n = 2048, threads = 256, rounds = 6;

__global__ void step(const int *from, int *to)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    to[i] = from[n - 1 - i] + 1;
}

int main()
{
    int *dev[3], *host, wrong = 0;
    cudaStream_t streams[2];
    cudaEvent_t event;
    if (cudaMallocHost(&host, n * sizeof(int)) != cudaSuccess || cudaEventCreate(&event) != cudaSuccess)
        return 1;
    for (int s = 0; s < 2; s++)
        if (cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking) != cudaSuccess)
            return 1;
    for (int b = 0; b < 3; b++)
        if (cudaMalloc(&dev[b], n * sizeof(int)) != cudaSuccess)
            return 1;
    cudaMemsetAsync(dev[0], 0, n * sizeof(int), streams[0]);
    for (int round = 0; round < rounds; round++) {
        cudaStream_t now = streams[round % 2], then = streams[1 - round % 2];
        step<<<n / threads, threads, 0, now>>>(dev[round % 3], dev[(round + 1) % 3]);
        cudaEventRecord(event, now);
        cudaStreamWaitEvent(then, event, 0);
    }
    cudaMemcpyAsync(host, dev[rounds % 3], n * sizeof(int), cudaMemcpyDeviceToHost, streams[rounds % 2]);
    cudaEventRecord(event, streams[rounds % 2]);
    cudaError_t error = cudaEventSynchronize(event);
    for (int i = 0; i < n; i++)
        wrong += host[i] != rounds;
    for (int s = 0; s < 2; s++)
        cudaStreamDestroy(streams[s]);
    for (int b = 0; b < 3; b++)
        cudaFree(dev[b]);
    cudaEventDestroy(event);
    cudaFreeHost(host);
    return error != cudaSuccess || wrong;
}
