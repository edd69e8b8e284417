// SPDX-License-Identifier: MIT
// sticky_trap.cu: __trap() breaks the kernel off; its error stays.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

__global__ void trap(unsigned int thread)
{
    if (threadIdx.x == thread)
        __trap();
}

int main(void)
{
    int *dev;
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    trap<<<2, 64>>>(64);
    SHOW(cudaGetLastError());
    SHOW(cudaDeviceSynchronize());
    trap<<<2, 64>>>(40);
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaDeviceSynchronize());
    SHOW(cudaMalloc((void **)&dev, 4));
    SHOW(cudaGetLastError());
    return 0;
}
