// SPDX-License-Identifier: MIT
// memory_host_global.cu: a kernel gets the addresses of global arrays of the host.
// CPU exits 3
// CPU finds illegal-address
// CPU says reads address
// CPU says the host's variable a: a kernel needs a pointer from cudaMalloc(), or a __device__
#include <stdio.h>

const int n = 64;

#ifndef MENDED
float a[n];
static float sums[n];
#else
__managed__ float a[n];
static __managed__ float sums[n];
#endif

__global__ void add(const float *a, float *sums)
{
    int i = threadIdx.x;
    sums[i] = a[i] + a[n - 1 - i];
}

int main()
{
    for (int i = 0; i < n; i++)
        a[i] = i;
    add<<<1, n>>>(a, sums);
    cudaError_t error = cudaDeviceSynchronize();
    printf("%s, %g\n", cudaGetErrorString(error), sums[5]);
#ifdef MENDED
    return error != cudaSuccess || sums[5] != n - 1;
#else
    return 0;
#endif
}
