// SPDX-License-Identifier: MIT
// streams_destroyed.cu: the first stream is destroyed, which waits for nothing, before the second one is made.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_destroyed.cu:{fill}, writes at streams_destroyed.cu:{write}
// CPU says kernel reverse, launched at streams_destroyed.cu:{reverse}, reads at streams_destroyed.cu:{read}
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
    cudaStream_t stream;
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_a, 0, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    fill<<<n / threads, threads, 0, stream>>>(dev_a, 7); // {fill}
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    cudaStreamDestroy(stream);
    if (cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    reverse<<<n / threads, threads, 0, stream>>>(dev_a, dev_b); // {reverse}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_b, sizeof last, cudaMemcpyDeviceToHost);
    cudaStreamDestroy(stream);
    cudaFree(dev_a);
    cudaFree(dev_b);
    printf("%s, %s\n", cudaGetErrorString(error), last == n + 6 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 6)
        return 1;
#endif
    return error != cudaSuccess;
}
