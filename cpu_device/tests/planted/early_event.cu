// SPDX-License-Identifier: MIT
// early_event.cu: the event that the host waits for was recorded before the copy.
// CPU exits 3
// CPU finds host-too-early
// CPU says at early_event.cu:{read}:
// CPU says cudaMemcpyAsync() at early_event.cu:{copy} may still be writing there.
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
    cudaEvent_t event;
    if (cudaMallocHost(&pinned, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaEventCreate(&event) != cudaSuccess)
        return 1;
    iota<<<n / 256, 256>>>(dev, 5);
#ifndef FIXED
    cudaEventRecord(event);
#endif
    cudaMemcpyAsync(pinned, dev, n * sizeof(int), cudaMemcpyDeviceToHost); // {copy}
#ifdef FIXED
    cudaEventRecord(event);
#endif
    cudaEventSynchronize(event);
    int last = pinned[n - 1]; // {read}
    cudaError_t error = cudaDeviceSynchronize();
    cudaEventDestroy(event);
    cudaFree(dev);
    cudaFreeHost(pinned);
    printf("%s\n", last == n + 4 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 4)
        return 1;
#endif
    return error != cudaSuccess;
}
