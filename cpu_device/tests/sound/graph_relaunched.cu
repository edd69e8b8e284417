// SPDX-License-Identifier: MIT
// graph_relaunched.cu: a graph of explicit nodes is launched 100 times with updated arguments, each launch without
// waiting for the one before: buffers in turn, a growing value, now and then another kernel. Four ways run side by side
// and share what they only read.
#include <stdio.h>

const int threads = 64, blocks = 2, n = threads * blocks, ways = 4, launches = 100;

__global__ void add(const int *from, const int *table, int *to, int value)
{
    int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i] + table[(i + value) % n] + value;
}

__global__ void subtract(const int *from, const int *table, int *to, int value)
{
    int i = blockIdx.x * threads + threadIdx.x;
    to[i] = from[i] - table[(i + value) % n] - value;
}

int main()
{
    static int table[n], expected[ways][n], result[n];
    int *dev_table, *dev[ways][2];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t nodes[ways], start, end;
    cudaStream_t stream;
    for (int i = 0; i < n; i++)
        table[i] = i * 7 % 13;
    if (cudaMalloc(&dev_table, sizeof table) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaMemcpy(dev_table, table, sizeof table, cudaMemcpyHostToDevice) != cudaSuccess ||
        cudaGraphCreate(&graph, 0) != cudaSuccess || cudaGraphAddEmptyNode(&start, graph, NULL, 0) != cudaSuccess)
        return 1;
    int value = 0;
    cudaKernelNodeParams params = {};
    params.gridDim = dim3(blocks);
    params.blockDim = dim3(threads);
    for (int way = 0; way < ways; way++) {
        for (int b = 0; b < 2; b++)
            if (cudaMalloc(&dev[way][b], sizeof table) != cudaSuccess ||
                cudaMemset(dev[way][b], 0, sizeof table) != cudaSuccess)
                return 1;
        void *arguments[] = {&dev[way][0], &dev_table, &dev[way][1], &value};
        params.func = (void *)add;
        params.kernelParams = arguments;
        if (cudaGraphAddKernelNode(&nodes[way], graph, &start, 1, &params) != cudaSuccess)
            return 1;
    }
    if (cudaGraphAddEmptyNode(&end, graph, nodes, ways) != cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < launches; launch++) {
        for (int way = 0; way < ways; way++) {
            bool adds = (launch + way) % 3 != 0;
            value = launch * (way + 1);
            void *arguments[] = {&dev[way][launch % 2], &dev_table, &dev[way][1 - launch % 2], &value};
            params.func = adds ? (void *)add : (void *)subtract;
            params.kernelParams = arguments;
            if (cudaGraphExecKernelNodeSetParams(exec, nodes[way], &params) != cudaSuccess)
                return 1;
            for (int i = 0; i < n; i++)
                expected[way][i] += (adds ? 1 : -1) * (table[(i + value) % n] + value);
        }
        if (cudaGraphLaunch(exec, stream) != cudaSuccess)
            return 1;
    }
    for (int way = 0; way < ways; way++) {
        if (cudaMemcpyAsync(result, dev[way][launches % 2], sizeof result, cudaMemcpyDeviceToHost, stream) !=
                cudaSuccess ||
            cudaStreamSynchronize(stream) != cudaSuccess)
            return 1;
        for (int i = 0; i < n; i++)
            if (result[i] != expected[way][i])
                return 1;
    }
    for (int way = 0; way < ways; way++)
        for (int b = 0; b < 2; b++)
            if (cudaFree(dev[way][b]) != cudaSuccess)
                return 1;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(dev_table) != cudaSuccess;
}
