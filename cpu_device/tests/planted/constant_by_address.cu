// SPDX-License-Identifier: MIT
// constant_by_address.cu: the host asks for a constant's address and gives it to a kernel, which stores there.
// CPU exits 3
// CPU finds constant-written: writes {write}
// all exits 0
#include <stdio.h>

const int n = 16;

__constant__ float weights[n];
#ifdef FIXED
__device__ float new_weights[n];
#endif

__global__ void halve(float *result)
{
    int i = threadIdx.x;
    result[i] = weights[i] / 2; // {write}
}

int main()
{
    float a[n];
    for (int i = 0; i < n; i++)
        a[i] = 2.0f * i + 1;
    void *address;
    if (cudaMemcpyToSymbol(weights, a, sizeof a) != cudaSuccess ||
#ifndef FIXED
        cudaGetSymbolAddress(&address, weights) != cudaSuccess)
#else
        cudaGetSymbolAddress(&address, new_weights) != cudaSuccess)
#endif
        return 1;
    halve<<<1, n>>>((float *)address);
    cudaError_t error = cudaDeviceSynchronize();
#ifdef FIXED
    if (error == cudaSuccess)
        error = cudaMemcpyFromSymbol(a, new_weights, sizeof a);
#endif
    printf("%s, %g\n", cudaGetErrorString(error), a[1]);
#ifdef FIXED
    for (int i = 0; i < n; i++)
        if (a[i] != i + 0.5f)
            return 1;
#endif
    return error != cudaSuccess;
}
