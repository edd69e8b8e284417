// SPDX-License-Identifier: MIT
// memory_host_static.cu: a kernel stores to a static array of main().
// CPU exits 3
// CPU finds illegal-address
// CPU says writes address
// CPU says host: a kernel needs a pointer from cudaMalloc(), or a __device__
#include <stdio.h>

const int n = 32;

__global__ void fill(int *a)
{
    a[threadIdx.x] = threadIdx.x;
}

int main()
{
    static int host[n];
#ifndef MENDED
    fill<<<1, n>>>(host);
    cudaError_t error = cudaDeviceSynchronize();
#else
    int *a;
    if (cudaHostRegister(host, sizeof host, cudaHostRegisterMapped) != cudaSuccess ||
        cudaHostGetDevicePointer((void **)&a, host, 0) != cudaSuccess)
        return 1;
    fill<<<1, n>>>(a);
    cudaError_t error = cudaDeviceSynchronize();
    cudaHostUnregister(host);
#endif
    printf("%s, %d\n", cudaGetErrorString(error), host[5]);
#ifdef MENDED
    return error != cudaSuccess || host[5] != 5;
#else
    return 0;
#endif
}
