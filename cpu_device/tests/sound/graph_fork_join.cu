// SPDX-License-Identifier: MIT
// graph_fork_join.cu: a captured graph of three ways that read one array side by side, write parts of another, and are
// joined; then what they have read is overwritten. It is launched again and again, with work of other streams before it
// and after it.
#include <stdio.h>

const int threads = 64, blocks = 6, n = threads * blocks, ways = 3;

__global__ void prepare(int *a, const int *round)
{
    int i = blockIdx.x * threads + threadIdx.x;
    a[i] = *round * 1000 + i;
}

__global__ void work(const int *a, int *own, int *parts, int way)
{
    int i = blockIdx.x * threads + threadIdx.x;
    own[i] = a[(i + 17) % n] * (way + 1);
    if (i % ways == way)
        parts[i] = a[n - 1 - i];
}

__global__ void join(const int *own, const int *parts, int *a, int *sum)
{
    int i = blockIdx.x * threads + threadIdx.x, j = n - 1 - i;
    sum[i] = own[j] + own[n + j] + own[2 * n + j] + parts[j];
    a[i] = -1;
}

__global__ void next_round(int *round)
{
    ++*round;
}

int main()
{
    int host[n], *a, *own, *parts, *sum, *round;
    cudaStream_t streams[ways];
    cudaEvent_t forked, done[ways];
    if (cudaMalloc(&a, sizeof host) != cudaSuccess || cudaMalloc(&own, ways * sizeof host) != cudaSuccess ||
        cudaMalloc(&parts, sizeof host) != cudaSuccess || cudaMalloc(&sum, sizeof host) != cudaSuccess ||
        cudaMalloc(&round, sizeof *round) != cudaSuccess || cudaMemset(round, 0, sizeof *round) != cudaSuccess ||
        cudaEventCreateWithFlags(&forked, cudaEventDisableTiming) != cudaSuccess)
        return 1;
    for (int way = 0; way < ways; way++)
        if (cudaStreamCreateWithFlags(&streams[way], cudaStreamNonBlocking) != cudaSuccess ||
            cudaEventCreateWithFlags(&done[way], cudaEventDisableTiming) != cudaSuccess)
            return 1;
    cudaDeviceSynchronize();

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
    prepare<<<blocks, threads, 0, streams[0]>>>(a, round);
    cudaEventRecord(forked, streams[0]);
    for (int way = 0; way < ways; way++) {
        cudaStreamWaitEvent(streams[way], forked, 0);
        work<<<blocks, threads, 0, streams[way]>>>(a, own + way * n, parts, way);
        cudaEventRecord(done[way], streams[way]);
    }
    for (int way = 1; way < ways; way++)
        cudaStreamWaitEvent(streams[0], done[way], 0);
    join<<<blocks, threads, 0, streams[0]>>>(own, parts, a, sum);
    if (cudaStreamEndCapture(streams[0], &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;

    for (int i = 0; i < 6; i++) {
        cudaStream_t stream = streams[i % ways]; // each launch waits for the one before, but not for the other streams
        next_round<<<1, 1, 0, stream>>>(round);
        cudaGraphLaunch(exec, stream);
        cudaMemsetAsync(own, 0, ways * sizeof host, stream);
        cudaEventRecord(forked, stream);
        cudaStreamWaitEvent(streams[(i + 1) % ways], forked, 0);
    }
    cudaMemcpyAsync(host, sum, sizeof host, cudaMemcpyDeviceToHost, streams[0]);
    if (cudaStreamSynchronize(streams[0]) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        int j = n - 1 - i;
        if (host[i] != 6 * (6000 + (j + 17) % n) + 6000 + n - 1 - j)
            return 1;
    }
    if (cudaGraphExecDestroy(exec) != cudaSuccess || cudaGraphDestroy(graph) != cudaSuccess)
        return 1;
    for (int way = 0; way < ways; way++)
        if (cudaStreamDestroy(streams[way]) != cudaSuccess || cudaEventDestroy(done[way]) != cudaSuccess)
            return 1;
    cudaEventDestroy(forked);
    cudaFree(a);
    cudaFree(own);
    cudaFree(parts);
    cudaFree(round);
    return cudaFree(sum) != cudaSuccess;
}
