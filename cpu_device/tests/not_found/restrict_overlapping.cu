// SPDX-License-Identifier: MIT
// restrict_overlapping.cu: two __restrict__ pointers of a kernel lead into one array, one element apart, and what is
// stored through one is loaded through the other. Through which pointer an access goes is not known, so only a kernel
// that gets one address twice is reported.
// CPU exits 0
#include <stdio.h>

const int n = 64;

__global__ void move_up(const int *__restrict__ from, int *__restrict__ to, int n)
{
    for (int i = 0; i < n; i++)
        to[i] = from[i];
}

int main()
{
    int *dev, host[n + 1];
    for (int i = 0; i <= n; i++)
        host[i] = i;
    if (cudaMalloc(&dev, sizeof host) != cudaSuccess ||
        cudaMemcpy(dev, host, sizeof host, cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    move_up<<<1, 1>>>(dev, dev + 1, n);
    cudaError_t error = cudaMemcpy(host, dev, sizeof host, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", host[n]);
    return error != cudaSuccess;
}
