// SPDX-License-Identifier: MIT
// graph_host_node.cu: a host function between two kernels of a graph reads and changes pinned memory that both use; the
// copies of the graph lie beside it, and the host uses their buffers only when it has waited.
#include <stdio.h>

const int n = 256;

struct shared_data {
    int *values; // pinned
    int rounds, total;
};

__global__ void count_up(int *values, int *copy)
{
    values[threadIdx.x] += threadIdx.x;
    copy[threadIdx.x] = values[threadIdx.x];
}

__global__ void twice(int *values, int *result)
{
    result[threadIdx.x] = 2 * values[n - 1 - threadIdx.x];
}

static void look_and_change(void *data)
{
    shared_data *s = (shared_data *)data;
    s->total = 0;
    for (int i = 0; i < n; i++) {
        s->total += s->values[i];
        s->values[i] += 1;
    }
    s->rounds++;
}

int main()
{
    shared_data data = {NULL, 0, 0};
    int *copy, *result, *back, *back_of_copy;
    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMallocHost(&data.values, n * sizeof(int)) != cudaSuccess ||
        cudaMalloc(&copy, n * sizeof(int)) != cudaSuccess || cudaMalloc(&result, n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&back, n * sizeof(int)) != cudaSuccess ||
        cudaMallocHost(&back_of_copy, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamCreate(&side) != cudaSuccess || cudaEventCreate(&fork) != cudaSuccess ||
        cudaEventCreate(&join) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        data.values[i] = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal);
    count_up<<<1, n, 0, stream>>>(data.values, copy);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(side, fork, 0);
    cudaMemcpyAsync(back_of_copy, copy, n * sizeof(int), cudaMemcpyDeviceToHost, side);
    cudaEventRecord(join, side);
    cudaLaunchHostFunc(stream, look_and_change, &data);
    twice<<<1, n, 0, stream>>>(data.values, result);
    cudaMemcpyAsync(back, result, n * sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamWaitEvent(stream, join, 0);
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    for (int round = 1; round <= 10; round++) {
        cudaGraphLaunch(exec, stream);
        if (round % 2 == 0)
            continue; // two in a row
        if (cudaStreamSynchronize(stream) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            if (back_of_copy[i] != round * i + round - 1 || back[i] != 2 * (round * (n - 1 - i) + round))
                return 1;
        back[0] = 0;
    }
    if (cudaDeviceSynchronize() != cudaSuccess || data.rounds != 10 || data.total != 10 * (n - 1) * n / 2 + 9 * n)
        return 1;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(side);
    cudaFreeHost(data.values);
    cudaFreeHost(back);
    cudaFreeHost(back_of_copy);
    cudaFree(copy);
    return cudaFree(result) != cudaSuccess;
}
