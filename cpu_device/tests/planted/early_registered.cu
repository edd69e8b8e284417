// SPDX-License-Identifier: MIT
// early_registered.cu: the host adds up the first part of what is being copied to registered memory, when only the
// stream of the second part was waited for.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_registered.cu:{read}: byte 0 of 16384 bytes registered by cudaHostRegister()
// CPU says cudaMemcpyAsync() at early_registered.cu:{copy} may still be writing there.
// all exits 0
#include <stdio.h>
#include <stdlib.h>

const int n = 1 << 12, half = n / 2;

__global__ void iota(int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = i;
}

int main()
{
    int *dev, *host = (int *)malloc(n * sizeof(int));
    cudaStream_t streams[2];
    if (host == NULL || cudaHostRegister(host, n * sizeof(int), cudaHostRegisterDefault) != cudaSuccess ||
        cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&streams[0]) != cudaSuccess ||
        cudaStreamCreate(&streams[1]) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256>>>(dev);
    for (int part = 0; part < 2; part++)
        cudaMemcpyAsync(host + part * half, dev + part * half, half * sizeof(int), cudaMemcpyDeviceToHost, // {copy}
                        streams[part]);
#ifdef FIXED
    cudaStreamSynchronize(streams[0]);
#endif
    cudaStreamSynchronize(streams[1]);
    long sum = 0;
    for (int i = 0; i < n; i++)
        sum += host[i]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaHostUnregister(host);
    free(host);
    cudaStreamDestroy(streams[0]);
    cudaStreamDestroy(streams[1]);
    cudaFree(dev);
    printf("%s\n", sum == (long)n * (n - 1) / 2 ? "right" : "wrong");
#ifdef FIXED
    if (sum != (long)n * (n - 1) / 2)
        return 1;
#endif
    return error != cudaSuccess;
}
