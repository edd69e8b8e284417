// SPDX-License-Identifier: MIT
// blocks_fork_join.cu: one stream prepares an array, three read it side by side and write arrays of their own, or parts
// of one array, and the first waits for all three before it puts the parts together and overwrites what they have read.
#include <stdio.h>

const int threads = 64, blocks = 6, n = threads * blocks, ways = 3;

__global__ void prepare(int *a, int round)
{
    int i = blockIdx.x * threads + threadIdx.x;
    a[i] = round * 1000 + i;
}

__global__ void work(const int *a, int *own, int *parts, int way)
{
    int i = blockIdx.x * threads + threadIdx.x;
    own[i] = a[(i + 17) % n] * (way + 1);
    if (i % ways == way)
        parts[i] = a[n - 1 - i];
}

__global__ void join(const int *own, const int *parts, int *sum)
{
    int i = blockIdx.x * threads + threadIdx.x, j = n - 1 - i;
    sum[i] = own[j] + own[n + j] + own[2 * n + j] + parts[j];
}

int main()
{
    int host[n], *a, *own, *parts, *sum;
    cudaStream_t streams[ways];
    cudaEvent_t forked, done[ways];
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&own, ways * sizeof host) != cudaSuccess ||
        cudaMalloc(&parts, sizeof host) != cudaSuccess || cudaMalloc(&sum, sizeof host) != cudaSuccess ||
        cudaEventCreateWithFlags(&forked, cudaEventDisableTiming) != cudaSuccess)
        return 1;
    for (int way = 0; way < ways; way++)
        if (cudaStreamCreateWithFlags(&streams[way], cudaStreamNonBlocking) != cudaSuccess ||
            cudaEventCreateWithFlags(&done[way], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    for (int round = 0; round < 4; round++) {
        prepare<<<blocks, threads, 0, streams[0]>>>(a, round);
        cudaEventRecord(forked, streams[0]);
        for (int way = 0; way < ways; way++) {
            cudaStreamWaitEvent(streams[way], forked, 0);
            work<<<blocks, threads, 0, streams[way]>>>(a, own + way * n, parts, way);
            cudaEventRecord(done[way], streams[way]);
        }
        for (int way = 1; way < ways; way++)
            cudaStreamWaitEvent(streams[0], done[way], 0);
        join<<<blocks, threads, 0, streams[0]>>>(own, parts, sum);
    }
    cudaMemcpyAsync(host, sum, sizeof host, cudaMemcpyDeviceToHost, streams[0]);
    if (cudaStreamSynchronize(streams[0]) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int j = n - 1 - i;
        if (host[i] != 6 * (3000 + (j + 17) % n) + 3000 + n - 1 - j)
            return 1;
    }
    for (int way = 0; way < ways; way++)
        if (cudaStreamDestroy(streams[way]) != cudaSuccess || cudaEventDestroy(done[way]) != cudaSuccess)
            return 1;
    cudaEventDestroy(forked);
    cudaFree(a);
    cudaFree(own);
    cudaFree(parts);
    return cudaFree(sum) != cudaSuccess;
}
