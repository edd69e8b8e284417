// SPDX-License-Identifier: MIT
// device_reset.cu: cudaDeviceReset frees all memory and lets the program begin again.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void store(int *out)
{
    *out = 6;
}

static void run(void)
{
    int *dev, number = -1;
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));
    store<<<1, 1>>>(dev);
    SHOW(cudaGetLastError());
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    printf("the number is %d\n", number);
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

    // the old allocation is gone
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
