// SPDX-License-Identifier: MIT
// streams_overwritten.cu: the next round's data are written while the other stream may still read the last.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_overwritten.cu:{fill}, writes at streams_overwritten.cu:{write}
// CPU says kernel reverse, launched at streams_overwritten.cu:{reverse}, reads at streams_overwritten.cu:{read}
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
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_a, 0, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) != cudaSuccess ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking) != cudaSuccess)
        return 1;
    cudaDeviceSynchronize();
    fill<<<n / threads, threads, 0, one>>>(dev_a, 7);
    cudaStreamSynchronize(one);
    reverse<<<n / threads, threads, 0, other>>>(dev_a, dev_b); // {reverse}
#ifdef FIXED
    cudaStreamSynchronize(other);
#endif
    fill<<<n / threads, threads, 0, one>>>(dev_a, 8); // {fill}
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_b, sizeof last, cudaMemcpyDeviceToHost);
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
