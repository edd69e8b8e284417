// SPDX-License-Identifier: MIT
// blocks_event_too_early.cu: a stream waits for an event that was recorded before the kernel that matters.
// CPU exits 3
// CPU says Error: race between blocks on global memory
// CPU says writes at blocks_event_too_early.cu:{write}
// CPU says reads at blocks_event_too_early.cu:{read}
// all exits 0
#include <stdio.h>

const int blocks = 4, threads = 64, n = blocks * threads;

__global__ void square(int *a)
{
    int i = blockIdx.x * threads + threadIdx.x;
    a[i] = i * i; // {write}
}

__global__ void mirror(const int *a, int *out)
{
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = a[n - 1 - i]; // {read}
}

int main()
{
    int *dev_a, *dev_out, out[n] = {};
    cudaStream_t first, second;
    cudaEvent_t squared;
    if (cudaMalloc(&dev_a, sizeof out) != cudaSuccess || cudaMalloc(&dev_out, sizeof out) != cudaSuccess ||
        cudaMemset(dev_a, 0, sizeof out) != cudaSuccess || cudaStreamCreate(&first) != cudaSuccess ||
        cudaStreamCreate(&second) != cudaSuccess || cudaEventCreate(&squared) != cudaSuccess)
        return 1;
#ifndef MENDED
    cudaEventRecord(squared, first);
#endif
    square<<<blocks, threads, 0, first>>>(dev_a);
#ifdef MENDED
    cudaEventRecord(squared, first);
#endif
    cudaStreamWaitEvent(second, squared, 0);
    mirror<<<blocks, threads, 0, second>>>(dev_a, dev_out);
    cudaError_t error = cudaDeviceSynchronize();
    cudaMemcpy(out, dev_out, sizeof out, cudaMemcpyDeviceToHost);
    cudaEventDestroy(squared);
    cudaStreamDestroy(first);
    cudaStreamDestroy(second);
    cudaFree(dev_a);
    cudaFree(dev_out);
    printf("%s, %d\n", cudaGetErrorString(error), out[0]);
#ifdef MENDED
    for (int i = 0; i < n; i++)
        if (out[i] != (n - 1 - i) * (n - 1 - i))
            return 1;
#endif
    return error != cudaSuccess;
}
