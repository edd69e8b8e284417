// SPDX-License-Identifier: MIT
// local_gone_graph_running.cu: a function launches a graph that copies from its local array, and returns before
// anything has waited for it.
// CPU exits 3
// CPU finds gone-local
// CPU says cudaMemcpyAsync() at local_gone_graph_running.cu:{copy} may still be reading there
// all exits 9
#include <stdio.h>

const int n = 1024;

__attribute__((noinline)) static cudaError_t send(int *dev, cudaStream_t stream, cudaGraphExec_t *exec)
{
    int local[n];
    cudaGraph_t graph;
    for (int i = 0; i < n; i++)
        local[i] = i;
    if (cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
        return error;
    cudaMemcpyAsync(dev, local, sizeof local, cudaMemcpyHostToDevice, stream); // {copy}
    if (cudaError_t error = cudaStreamEndCapture(stream, &graph))
        return error;
    cudaError_t error = cudaGraphInstantiate(exec, graph, 0);
    cudaGraphDestroy(graph);
    if (error == cudaSuccess)
        error = cudaGraphLaunch(*exec, stream);
#ifdef FIXED
    cudaStreamSynchronize(stream);
#endif
    return error;
}

int main()
{
    int *dev, last = -1;
    cudaStream_t stream;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        send(dev, stream, &exec) != cudaSuccess)
        return 1;
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaStreamDestroy(stream);
    printf("%s\n", last == n - 1 ? "right" : "wrong");
    return cudaFree(dev) != cudaSuccess;
}
