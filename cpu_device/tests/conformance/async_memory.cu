// SPDX-License-Identifier: MIT
// async_memory.cu: allocations, fills and copies in the order of a stream.

#include <stdio.h>

#include "../handle_error.h"

const int N = 4096;

__global__ void add_index(int *numbers)
{
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    numbers[i] += i;
}

static long long sum(const int *numbers)
{
    long long all = 0;
    for (int i = 0; i < N; i++)
        all += numbers[i];
    return all;
}

int main(void)
{
    const size_t size = N * sizeof(int);
    cudaStream_t stream, other;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaStreamCreate(&other));
    int *from, *to;
    HANDLE_ERROR(cudaMallocHost((void **)&from, size));
    HANDLE_ERROR(cudaMallocHost((void **)&to, size));
    for (int i = 0; i < N; i++)
        from[i] = 2 * i;

    // all of it is queued before the host waits once
    int *a, *b;
    HANDLE_ERROR(cudaMallocAsync((void **)&a, size, stream));
    HANDLE_ERROR(cudaMallocAsync(&b, size, stream));
    HANDLE_ERROR(cudaMemsetAsync(a, 0, size, stream));
    add_index<<<N / 256, 256, 0, stream>>>(a);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyAsync(b, a, size, cudaMemcpyDeviceToDevice, stream));
    add_index<<<N / 256, 256, 0, stream>>>(b);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyAsync(to, b, size, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaFreeAsync(a, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("twice the index: %lld\n", sum(to));

    HANDLE_ERROR(cudaMemcpyAsync(b, from, size, cudaMemcpyHostToDevice, stream));
    add_index<<<N / 256, 256, 0, stream>>>(b);
    HANDLE_ERROR(cudaGetLastError());

    // another stream may use the memory after an event
    cudaEvent_t filled;
    HANDLE_ERROR(cudaEventCreate(&filled));
    HANDLE_ERROR(cudaEventRecord(filled, stream));
    HANDLE_ERROR(cudaStreamWaitEvent(other, filled, 0));
    add_index<<<N / 256, 256, 0, other>>>(b);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpyAsync(to, b, size, cudaMemcpyDefault, other));
    HANDLE_ERROR(cudaStreamSynchronize(other));
    printf("four times the index: %lld\n", sum(to));

    // ordinary memory of the host: the copy to the device has read it when the call returns
    int here[4] = {1, 2, 3, 4}, back[4];
    HANDLE_ERROR(cudaMemcpyAsync(b, here, sizeof here, cudaMemcpyHostToDevice, stream));
    for (int i = 0; i < 4; i++)
        here[i] = -1;
    HANDLE_ERROR(cudaMemset2DAsync(b + 1, 2 * sizeof(int), 0, sizeof(int), 2, stream));
    HANDLE_ERROR(cudaMemcpy2DAsync(back, sizeof back, b, sizeof back, sizeof back, 1, cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("%d %d %d %d\n", back[0], back[1], back[2], back[3]);

    // each kind of free takes either kind of memory
    int *c;
    HANDLE_ERROR(cudaMalloc((void **)&c, size));
    HANDLE_ERROR(cudaFreeAsync(c, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaFree(b));
    printf("cudaFreeAsync of NULL: %s\n", cudaGetErrorName(cudaFreeAsync(NULL, stream)));

    HANDLE_ERROR(cudaEventDestroy(filled));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaStreamDestroy(other));
    HANDLE_ERROR(cudaFreeHost(from));
    HANDLE_ERROR(cudaFreeHost(to));
    return 0;
}
