// SPDX-License-Identifier: MIT
// early_other_stream.cu: the host waits, but for the other one of two streams.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_other_stream.cu:{read}:
// CPU says cudaMemcpyAsync() at early_other_stream.cu:{copy} may still be writing there.
// all exits 0
#include <stdio.h>

const int n = 1 << 12;

__global__ void iota(int *out, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] = first + i;
}

int main()
{
    int *pinned, *dev;
    cudaStream_t streams[2];
    if (cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&streams[0]) != cudaSuccess || cudaStreamCreate(&streams[1]) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256, 0, streams[1]>>>(dev, 5);
    cudaMemcpyAsync(pinned, dev, n * sizeof(int), cudaMemcpyDeviceToHost, streams[1]); // {copy}
#ifndef FIXED
    cudaStreamSynchronize(streams[0]);
#else
    cudaStreamSynchronize(streams[1]);
#endif
    int last = pinned[n - 1]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaStreamDestroy(streams[0]);
    cudaStreamDestroy(streams[1]);
    cudaFree(dev);
    cudaFreeHost(pinned);
    printf("%s\n", last == n + 4 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 4)
        return 1;
#endif
    return error != cudaSuccess;
}
