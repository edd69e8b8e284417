// SPDX-License-Identifier: MIT
// streams_own_memory.cu: memory that is allocated and freed in the order of streams: one stream allocates and fills,
// another one waits, uses and frees it; the next round's allocation may lie in the same place.
#include <stdio.h>

const int n = 1 << 12, threads = 256, rounds = 5;

__global__ void fill(int *a, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i;
}

__global__ void add(const int *a, int *sums)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    sums[i] += a[i];
}

int main()
{
    int *sums, *dev_sums, wrong = 0;
    cudaStream_t fills, adds;
    cudaEvent_t filled;
    if (cudaMallocHost(&sums, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&fills) != cudaSuccess ||
        cudaStreamCreate(&adds) != cudaSuccess ||
        cudaEventCreateWithFlags(&filled, cudaEventDisableTiming) != cudaSuccess ||
        cudaMallocAsync(&dev_sums, n * sizeof(int), adds) != cudaSuccess)
        return 1;
    cudaMemsetAsync(dev_sums, 0, n * sizeof(int), adds);
    for (int round = 0; round < rounds; round++) {
        int *part;
        if (cudaMallocAsync(&part, n * sizeof(int), fills) != cudaSuccess)
            return 1;
        fill<<<n / threads, threads, 0, fills>>>(part, round);
        cudaEventRecord(filled, fills);
        cudaStreamWaitEvent(adds, filled, 0);
        add<<<n / threads, threads, 0, adds>>>(part, dev_sums);
        cudaFreeAsync(part, adds);
    }
    cudaMemcpyAsync(sums, dev_sums, n * sizeof(int), cudaMemcpyDeviceToHost, adds);
    cudaFreeAsync(dev_sums, adds);
    cudaError_t error = cudaStreamSynchronize(adds);
    for (int i = 0; i < n; i++)
        wrong += sums[i] != rounds * i + rounds * (rounds - 1) / 2;
    cudaEventDestroy(filled);
    cudaStreamDestroy(fills);
    cudaStreamDestroy(adds);
    cudaFreeHost(sums);
    return error != cudaSuccess || wrong;
}
