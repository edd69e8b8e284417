// SPDX-License-Identifier: MIT
// dependent_without_wait.cu: a kernel may start before the one before it has ended, and reads without
// cudaGridDependencySynchronize() what that one writes. Here it starts after it.
// Compiled with: -arch=sm_90
// CPU exits 0
#include <stdio.h>

__global__ void first(int *x)
{
    *x = 5;
}

__global__ void second(const int *x, int *y)
{
    *y = *x;
}

int main()
{
    int *x, *y, h;
    cudaMalloc(&x, 4);
    cudaMalloc(&y, 4);
    first<<<1, 1>>>(x);
    cudaLaunchAttribute how[1] = {};
    how[0].id = cudaLaunchAttributeProgrammaticStreamSerialization;
    how[0].val.programmaticStreamSerializationAllowed = 1;
    cudaLaunchConfig_t c = {};
    c.gridDim = c.blockDim = 1;
    c.attrs = how;
    c.numAttrs = 1;
    cudaLaunchKernelEx(&c, second, (const int *)x, y);
    cudaMemcpy(&h, y, 4, cudaMemcpyDeviceToHost);
    cudaFree(x);
    cudaFree(y);
    printf("%d, right 5\n", h);
    return h != 5;
}
