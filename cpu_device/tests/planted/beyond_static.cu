// SPDX-License-Identifier: MIT
// beyond_static.cu: the results are doubles, and the host's buffer for them, a static array, holds as many floats.
// CPU exits 3
// CPU finds copy-past-end
// CPU says cudaMemcpy() at beyond_static.cu:{copy} copies 16384 bytes to the variable out of 8192 bytes
// all exits 11
#include <stdio.h>
#include <stdlib.h>
#include <vector>

const int n = 2048;
#ifndef FIXED
typedef float result; // and the kernel gives doubles
#else
typedef double result;
#endif

__global__ void halves(double *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i / 2.0;
}

static result out[n];

int main()
{
    double *dev;
    if (cudaMalloc(&dev, n * sizeof(double)) != cudaSuccess)
        return 1;
    halves<<<n / 256, 256>>>(dev);
    cudaError_t error = cudaMemcpy(out, dev, n * sizeof(double), cudaMemcpyDeviceToHost); // {copy}
    printf("%s\n", error == cudaSuccess && out[n - 1] == (n - 1) / 2.0 ? "right" : "wrong");
    cudaFree(dev);
    return 0;
}
