// SPDX-License-Identifier: MIT
// launch_error_discarded.cu: the program asks for the error of a launch, and never looks at it.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel square at launch_error_discarded.cu:{launch}: 2048 threads a block, of at most 1024: launch more blocks
// CPU says Look at what cudaGetLastError() returns
// memcheck exits 3
// memcheck prints Program hit cudaErrorInvalidValue (error 1)
#include <stdio.h>

const int n = 2048;

__global__ void square(int *x)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = x[i] * x[i];
}

int main()
{
    int *dev_x, x[n];
    for (int i = 0; i < n; i++)
        x[i] = i;
    if (cudaMalloc(&dev_x, sizeof x) != cudaSuccess ||
        cudaMemcpy(dev_x, x, sizeof x, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
#ifndef FIXED
    square<<<1, n>>>(dev_x); // {launch}
    cudaGetLastError();
#else
    square<<<2, n / 2>>>(dev_x);
    if (cudaGetLastError() != cudaSuccess)
        return 1;
#endif
    cudaError_t error = cudaMemcpy(x, dev_x, sizeof x, cudaMemcpyDeviceToHost);
    cudaFree(dev_x);
    printf("%s\n", cudaGetErrorString(error));
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (x[i] != i * i)
            return 1;
#endif
    return error != cudaSuccess;
}
