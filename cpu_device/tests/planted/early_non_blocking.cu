// SPDX-License-Identifier: MIT
// early_non_blocking.cu: a copy in the default stream does not wait for a non-blocking stream.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_non_blocking.cu:{read}:
// CPU says cudaMemcpyAsync() at early_non_blocking.cu:{copy} may still be writing there.
// all exits 0
#include <stdio.h>

#ifndef FIXED
#define WHICH cudaStreamNonBlocking
#else
#define WHICH cudaStreamDefault
#endif

__device__ int number = 1;

const int n = 1 << 12;

__global__ void iota(int *out, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = first + i;
}

int main()
{
    int *pinned, *dev;
    int one;
    cudaStream_t stream;
    if (cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&stream, WHICH) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256, 0, stream>>>(dev, 5);
    cudaMemcpyAsync(pinned, dev, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
    cudaMemcpyFromSymbol(&one, number, sizeof one);
    int last = pinned[n - 1] + one - 1; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaStreamDestroy(stream);
    cudaFree(dev);
    cudaFreeHost(pinned);
    printf("%s\n", last == n + 4 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 4)
        return 1;
#endif
    return error != cudaSuccess;
}
