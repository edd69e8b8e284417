// SPDX-License-Identifier: MIT
// streams_allocation.cu: memory is allocated in the order of one stream, and a kernel of another one uses it, which
// nothing tells that the allocation has come.
// CPU exits 3
// CPU reports 2
// CPU finds race-with-copy
// CPU says cudaMallocAsync() at streams_allocation.cu:{allocate} allocates
// CPU says kernel fill, launched at streams_allocation.cu:{fill}, writes at streams_allocation.cu:{write}
// all exits 0
#include <stdio.h>

const int n = 1 << 12, threads = 256;

__global__ void fill(int *a, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i; // {write}
}

int main()
{
    int *dev, last = 0;
    cudaStream_t one, other;
    cudaEvent_t allocated;
    if (cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess ||
        cudaEventCreate(&allocated) != cudaSuccess)
        return 1;
    if (cudaMallocAsync(&dev, n * sizeof(int), one) != cudaSuccess) // {allocate}
        return 1;
#ifdef FIXED
    cudaEventRecord(allocated, one);
    cudaStreamWaitEvent(other, allocated, 0);
#endif
    fill<<<n / threads, threads, 0, other>>>(dev, 7); // {fill}
    cudaMemcpyAsync(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost, other);
    cudaError_t error = cudaStreamSynchronize(other);
    cudaFreeAsync(dev, other);
    cudaStreamSynchronize(other);
    cudaEventDestroy(allocated);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    printf("%s, %s\n", cudaGetErrorString(error), last == n + 6 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 6)
        return 1;
#endif
    return error != cudaSuccess;
}
