// SPDX-License-Identifier: MIT
// device_reset.cu: cudaDeviceReset frees all memory, restores the variables, and lets the program begin again.

#include <stdio.h>

#include "../../common/book.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__device__ int variable = 5;

__global__ void increase(int *out)
{
    *out = ++variable;
}

static void run(void)
{
    int *dev, number = -1;
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));
    increase<<<1, 1>>>(dev);
    SHOW(cudaGetLastError());
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    printf("the variable is %d\n", number);
}

int main(void)
{
    int *dev, number = 0;
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    run();
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));
    SHOW(cudaSetDevice(-1)); // an error that nobody asks for
    SHOW(cudaDeviceReset());
    SHOW(cudaGetLastError());

    // the old allocation is gone, and variables are as at the start
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    SHOW(cudaFree(dev));
    SHOW(cudaGetLastError());
    run();
    SHOW(cudaDeviceReset());
    SHOW(cudaDeviceReset());
    SHOW(cudaDeviceSynchronize());
    run();
    SHOW(cudaDeviceReset());
    return 0;
}
