// SPDX-License-Identifier: MIT
// pageable_source.cu: asynchronous copies to the device from memory that is not pinned: a function's local variable, a
// buffer that is filled again at once, one that is freed. The data were staged when the call returned. What comes back
// to such memory is looked at, or freed, when the stream is done.
#include <stdio.h>
#include <stdlib.h>

const int n = 1 << 12, threads = 256, rounds = 4;

__global__ void add(int *sums, const int *a, const int *factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] += a[i] * *factor;
}

static cudaError_t set(int *dev, int value, cudaStream_t stream)
{
    return cudaMemcpyAsync(dev, &value, sizeof value, cudaMemcpyHostToDevice, stream);
}

int main()
{
    int *host = (int *)malloc(n * sizeof(int)), *dev_a, *dev_sums, *dev_factor, wrong = 0;
    cudaStream_t stream;
    if (host == NULL || cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_sums, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_factor, sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    cudaMemsetAsync(dev_sums, 0, n * sizeof(int), stream);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < n; i++)
            host[i] = i + round;
        cudaMemcpyAsync(dev_a, host, n * sizeof(int), cudaMemcpyHostToDevice, stream);
        set(dev_factor, round, stream);
        add<<<n / threads, threads, 0, stream>>>(dev_sums, dev_a, dev_factor);
    }
    free(host);
    int *sums = (int *)malloc(n * sizeof(int));
    cudaMemcpyAsync(sums, dev_sums, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        wrong += sums[i] != 6 * i + 14; // the sums of round, and of its square
    cudaMemcpyAsync(sums, dev_a, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamDestroy(stream);
    if (error == cudaSuccess)
        error = cudaDeviceSynchronize();
    free(sums);
    cudaFree(dev_a);
    cudaFree(dev_sums);
    cudaFree(dev_factor);
    return error != cudaSuccess || wrong;
}
