// SPDX-License-Identifier: MIT
// streams_many_sizes.cu: one stream fills a buffer and another reads it, without an event between them. Three buffers
// of different sizes: one race, one report.
// CPU exits 3
// CPU finds race-between-launches: writes {fill}, reads {double}
// all exits 0
#include <cuda_runtime.h>

__global__ void fill(int *to, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        to[i] = i; // {fill}
}

__global__ void double_all(const int *from, int *result, int n)
{
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        result[i] = 2 * from[i]; // {double}
}

int main()
{
    cudaStream_t one, other;
    cudaEvent_t filled;
    if (cudaStreamCreate(&one) != cudaSuccess || cudaStreamCreate(&other) != cudaSuccess ||
        cudaEventCreate(&filled) != cudaSuccess)
        return 1;
    for (int n = 100; n <= 300; n += 100) {
        int *a, *b;
        if (cudaMalloc(&a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&b, n * sizeof(int)) != cudaSuccess ||
            cudaMemset(a, 0, n * sizeof(int)) != cudaSuccess || cudaDeviceSynchronize() != cudaSuccess)
            return 1;
        fill<<<1, 64, 0, one>>>(a, n);
#ifdef FIXED
        cudaEventRecord(filled, one);
        cudaStreamWaitEvent(other, filled, 0);
#endif
        double_all<<<1, 64, 0, other>>>(a, b, n);
        if (cudaDeviceSynchronize() != cudaSuccess)
            return 1;
        cudaFree(a);
        cudaFree(b);
    }
    cudaEventDestroy(filled);
    cudaStreamDestroy(one);
    return cudaStreamDestroy(other) != cudaSuccess;
}
