// SPDX-License-Identifier: MIT
// sticky_illegal_address.cu: a kernel writes through a null pointer; what every later call answers.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void write(int *where)
{
    *where = 1;
}

__global__ void nothing() {}

int main(void)
{
    int *dev, *more, number = 7;
    cudaStream_t stream;
    cudaEvent_t event;
    HANDLE_ERROR(cudaMalloc((void **)&dev, sizeof *dev));
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaEventCreate(&event));

    write<<<1, 1>>>(dev);
    SHOW(cudaDeviceSynchronize());
    write<<<1, 1>>>(NULL);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaMalloc((void **)&more, sizeof *more));
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    SHOW(cudaMemset(dev, 0, sizeof *dev));
    nothing<<<1, 1>>>();
    SHOW(cudaGetLastError());
    SHOW(cudaStreamSynchronize(stream));
    SHOW(cudaStreamQuery(stream));
    SHOW(cudaStreamCreate(&stream));
    SHOW(cudaEventRecord(event));
    SHOW(cudaEventSynchronize(event));
    SHOW(cudaEventQuery(event));
    SHOW(cudaMallocHost((void **)&more, sizeof *more));
    SHOW(cudaFree(dev));
    SHOW(cudaFree(NULL));
    SHOW(cudaGetLastError());
    SHOW(cudaGetLastError());
    printf("the number is still %d\n", number);
    return 0;
}
