// SPDX-License-Identifier: MIT
// streams_one_way.cu: the reader waits for the writer, but in the next round the writer does not wait for the reader.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel fill, launched at streams_one_way.cu:{fill}, writes at streams_one_way.cu:{write}
// CPU says kernel reverse, launched at streams_one_way.cu:{reverse}, reads at streams_one_way.cu:{read}
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
    cudaEvent_t filled, reversed;
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&one) != cudaSuccess || cudaStreamCreate(&other) != cudaSuccess ||
        cudaEventCreate(&filled) != cudaSuccess || cudaEventCreate(&reversed) != cudaSuccess)
        return 1;
    for (int round = 0; round < 3; round++) {
#ifdef FIXED
        cudaStreamWaitEvent(one, reversed, 0); // at first it is not recorded, and nothing waits
#endif
        fill<<<n / threads, threads, 0, one>>>(dev_a, round); // {fill}
        cudaEventRecord(filled, one);
        cudaStreamWaitEvent(other, filled, 0);
        reverse<<<n / threads, threads, 0, other>>>(dev_a, dev_b); // {reverse}
        cudaEventRecord(reversed, other);
    }
    cudaError_t error = cudaDeviceSynchronize();
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev_b, sizeof last, cudaMemcpyDeviceToHost);
    cudaEventDestroy(filled);
    cudaEventDestroy(reversed);
    cudaStreamDestroy(one);
    cudaStreamDestroy(other);
    cudaFree(dev_a);
    cudaFree(dev_b);
    printf("%s, %s\n", cudaGetErrorString(error), last == n + 1 ? "right" : "wrong");
#ifdef FIXED
    if (last != n + 1)
        return 1;
#endif
    return error != cudaSuccess;
}
