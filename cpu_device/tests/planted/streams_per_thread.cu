// SPDX-License-Identifier: MIT
// streams_per_thread.cu: each host thread has a default stream of its own; the second one starts when the first
// has ended, which says nothing of what that has launched.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_per_thread.cu:{fill}, writes at streams_per_thread.cu:{write}
// CPU says kernel reverse, launched at streams_per_thread.cu:{reverse}, reads at streams_per_thread.cu:{read}
// all exits 0
#include <stdio.h>
#include <thread>

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
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_a, 0, n * sizeof(int)) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
        return 1;
    std::thread first([=] {
        fill<<<n / threads, threads, 0, cudaStreamPerThread>>>(dev_a, 7); // {fill}
#ifdef FIXED
        cudaStreamSynchronize(cudaStreamPerThread);
#endif
    });
    first.join();
    std::thread second([=] {
        reverse<<<n / threads, threads, 0, cudaStreamPerThread>>>(dev_a, dev_b); // {reverse}
    });
    second.join();
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_b, sizeof last, cudaMemcpyDeviceToHost);
    cudaFree(dev_a);
    cudaFree(dev_b);
    printf("%s, %s\n", cudaGetErrorString(error), last == n + 6 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 6)
        return 1;
#endif
    return error != cudaSuccess;
}
