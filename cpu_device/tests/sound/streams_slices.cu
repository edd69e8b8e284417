// SPDX-License-Identifier: MIT
// streams_slices.cu: each stream copies, computes and copies back its own slice of one array, all read one table, and
// all add to one counter by atomics; a default stream that waits for all of them comes last.
#include <stdio.h>

const int streams = 4, slice = 1 << 12, rounds = 5, threads = 256;

__device__ int counter;

__global__ void scale(int *mine, const int *table)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    mine[i] *= table[i % 8];
    if (mine[i] % 2)
        atomicAdd(&counter, 1);
}

__global__ void add_up(const int *all, int *sum)
{
    for (int i = threadIdx.x; i < streams * slice; i += blockDim.x)
        atomicAdd(sum, all[i]);
}

int main()
{
    int *host, *dev, *dev_table, *dev_sum, table[8], sum, right = 0, odd;
    cudaStream_t s[streams];
    if (cudaMallocHost(&host, streams * slice * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev, streams * slice * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&dev_table, sizeof table) != cudaSuccess || cudaMalloc(&dev_sum, sizeof(int)) != cudaSuccess)
        return 1;
    for (int i = 0; i < 8; i++)
        table[i] = i + 1;
    cudaMemcpy(dev_table, table, sizeof table, cudaMemcpyHostToDevice);
    for (int i = 0; i < streams; i++)
        cudaStreamCreate(&s[i]);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < streams * slice; i++)
            host[i] = i % 5 + round;
        for (int i = 0; i < streams; i++) {
            int *h = host + i * slice, *d = dev + i * slice;
            cudaMemcpyAsync(d, h, slice * sizeof(int), cudaMemcpyHostToDevice, s[i]);
            scale<<<slice / threads, threads, 0, s[i]>>>(d, dev_table);
            cudaMemcpyAsync(h, d, slice * sizeof(int), cudaMemcpyDeviceToHost, s[i]);
        }
        cudaMemset(dev_sum, 0, sizeof(int)); // after all of them
        add_up<<<1, threads>>>(dev, dev_sum);
        cudaMemcpy(&sum, dev_sum, sizeof sum, cudaMemcpyDeviceToHost);
        int expected = 0;
        for (int i = 0; i < streams * slice; i++)
            expected += (i % 5 + round) * (i % 8 + 1);
        right += sum == expected && host[streams * slice - 1] == ((streams * slice - 1) % 5 + round) * 8;
    }
    cudaMemcpyFromSymbol(&odd, counter, sizeof odd);
    for (int i = 0; i < streams; i++)
        cudaStreamDestroy(s[i]);
    cudaFree(dev);
    cudaFree(dev_table);
    cudaFree(dev_sum);
    cudaFreeHost(host);
    printf("%d rounds of %d right, %s\n", right, rounds, odd > 0 ? "some odd" : "none odd");
    return right != rounds || odd == 0;
}
