// SPDX-License-Identifier: MIT
// sticky_reset.cu: cudaDeviceReset after a kernel that broke off, and what works afterwards.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void write(int *where, int what)
{
    *where = what;
}

int main(void)
{
    int *dev, number = 7;
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    write<<<1, 1>>>(NULL, 1);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));

    SHOW(cudaDeviceReset());
    SHOW(cudaPeekAtLastError());
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMalloc((void **)&dev, sizeof *dev));
    SHOW(cudaMemcpy(dev, &number, sizeof number, cudaMemcpyHostToDevice));
    write<<<1, 1>>>(dev, 12);
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMemcpy(&number, dev, sizeof number, cudaMemcpyDeviceToHost));
    printf("the number is %d\n", number);
    SHOW(cudaFree(dev));
    SHOW(cudaDeviceReset());
    return 0;
}
