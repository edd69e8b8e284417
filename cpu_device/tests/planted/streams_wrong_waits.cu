// SPDX-License-Identifier: MIT
// streams_wrong_waits.cu: the stream that computes waits, but the one that reads its result does not.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_wrong_waits.cu:{fill}, writes at streams_wrong_waits.cu:{write}
// CPU says kernel reverse, launched at streams_wrong_waits.cu:{reverse}, reads at streams_wrong_waits.cu:{read}
// all exits 0
#include <stdio.h>

const int n = 1 << 12, threads = 256;

__global__ void fill(int *a, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i; // {write}
}

__global__ void reverse(const int *a, int *b)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    b[i] = a[n - 1 - i]; // {read}
}

int main()
{
    int *dev_a, *dev_b, last;
    cudaStream_t one, other;
    cudaEvent_t event;
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_a, 0, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess ||
        cudaEventCreate(&event) != cudaSuccess)
        return 1;
    cudaDeviceSynchronize();
    fill<<<n / threads, threads, 0, one>>>(dev_a, 7); // {fill}
    cudaEventRecord(event, one);
#ifndef FIXED
    cudaStreamWaitEvent(one, event, 0);
#else
    cudaStreamWaitEvent(other, event, 0);
#endif
    reverse<<<n / threads, threads, 0, other>>>(dev_a, dev_b); // {reverse}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_b, sizeof last, cudaMemcpyDeviceToHost);
    cudaEventDestroy(event);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev_a);
    cudaFree(dev_b);
    printf("%s, %s\n", cudaGetErrorString(error), last == n + 6 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 6)
        return 1;
#endif
    return error != cudaSuccess;
}
