// SPDX-License-Identifier: MIT
// streams_beside.cu: two streams work on one allocation, the words of one between those of the other; each reads a
// third part that both share, and events keep a kernel from writing that before the other stream has read it. So
// blocks read words that a later launch, in another stream, overwrites.
#include <stdio.h>

const int threads = 32, blocks = 4, n = threads * blocks, rounds = 5;

__global__ void step(int *mine, const int *common)
{
    for (int i = blockIdx.x * threads + threadIdx.x; i < n; i += gridDim.x * threads)
        mine[2 * i] = mine[2 * i] * 3 % 1001 + common[(i * 7 + 3) % n];
}

__global__ void renew(int *common, const int *both)
{
    int i = blockIdx.x * threads + threadIdx.x;
    common[n - 1 - i] = (both[2 * i] + both[(2 * i + 1) % (2 * n)]) % 500;
}

int main()
{
    int *all, host[3 * n], result[3 * n];
    cudaStream_t streams[2];
    cudaEvent_t ready, read[2];
    for (int i = 0; i < 3 * n; i++)
        host[i] = i % 37;
    if (cudaMalloc(&all, sizeof host) != cudaSuccess || cudaStreamCreate(&streams[0]) != cudaSuccess ||
        cudaStreamCreate(&streams[1]) != cudaSuccess || cudaEventCreate(&ready) != cudaSuccess ||
        cudaEventCreate(&read[0]) != cudaSuccess || cudaEventCreate(&read[1]) != cudaSuccess)
        return 1;
    cudaMemcpy(all, host, sizeof host, cudaMemcpyHostToDevice);
    for (int round = 0; round < rounds; round++) {
        for (int s = 0; s < 2; s++) {
            step<<<blocks - s, threads, 0, streams[s]>>>(all + s, all + 2 * n);
            cudaEventRecord(read[s], streams[s]);
        }
        cudaStreamWaitEvent(streams[round % 2], read[1 - round % 2], 0);
        renew<<<blocks, threads, 0, streams[round % 2]>>>(all + 2 * n, all);
        cudaEventRecord(ready, streams[round % 2]);
        cudaStreamWaitEvent(streams[1 - round % 2], ready, 0);
    }
    if (cudaDeviceSynchronize() != cudaSuccess ||
        cudaMemcpy(result, all, sizeof result, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < 2 * n; i++)
            host[i] = host[i] * 3 % 1001 + host[2 * n + (i / 2 * 7 + 3) % n];
        for (int i = 0; i < n; i++)
            host[2 * n + n - 1 - i] = (host[2 * i] + host[2 * i + 1]) % 500;
    }
    for (int i = 0; i < 3 * n; i++)
        if (result[i] != host[i])
            return 1;
    for (int s = 0; s < 2; s++) {
        cudaStreamDestroy(streams[s]);
        cudaEventDestroy(read[s]);
    }
    cudaEventDestroy(ready);
    return cudaFree(all) != cudaSuccess;
}
