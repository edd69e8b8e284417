// SPDX-License-Identifier: MIT
// sticky_misaligned.cu: a kernel reads an int at an odd address; its error stays.

#include <stdio.h>

#include "../../common/book.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void read(const char *from, int *to)
{
    *to = *(const int *)from;
}

int main(void)
{
    char *dev;
    int *result, number;
    HANDLE_ERROR(cudaMalloc((void **)&dev, 64));
    HANDLE_ERROR(cudaMalloc((void **)&result, sizeof *result));
    HANDLE_ERROR(cudaMemset(dev, 1, 64));
    read<<<1, 1>>>(dev + 8, result);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(&number, result, sizeof number, cudaMemcpyDeviceToHost));
    printf("%#x\n", (unsigned int)number);
    read<<<1, 1>>>(dev + 9, result);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(&number, result, sizeof number, cudaMemcpyDeviceToHost));
    SHOW(cudaGetLastError());
    return 0;
}
