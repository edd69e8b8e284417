// SPDX-License-Identifier: MIT
// barrier_after_atomics.cu: counters that all threads change atomically, and one reads as a plain variable.
// Run with: CPU_DEVICE_ADVICE=on
#include <stdio.h>

const int n = 16;

__global__ void histogram(int *data)
{
    __shared__ int counters[n];
    int i = threadIdx.x;
    if (i < n)
        counters[i] = 0;
    __syncthreads();
    atomicAdd(&counters[i % n], 1);
    __syncthreads();
    if (i < n)
        data[i] = counters[i];
}

int main()
{
    static int result[n];
    int *dev;
    cudaMalloc(&dev, sizeof result);
    cudaMemset(dev, 0, sizeof result);
    histogram<<<1, 256>>>(dev);
    cudaError_t error = cudaMemcpy(result, dev, sizeof result, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    bool right = error == cudaSuccess;
    for (int i = 0; i < n; i++)
        right &= result[i] == 256 / n;
    printf("%s\n", right ? "right" : "wrong");
    return !right;
}
