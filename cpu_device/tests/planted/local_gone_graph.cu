// SPDX-License-Identifier: MIT
// local_gone_graph.cu: a function captures a copy from its local array, and returns before the graph is
// launched.
// CPU exits 3
// CPU finds gone-local
// CPU says cudaMemcpyAsync() at local_gone_graph.cu:{copy} made it a node of the graph that is launched at
// CPU says local_gone_graph.cu:{launch}
// all exits 0
#include <stdio.h>

const int n = 1024;

__attribute__((noinline)) static cudaError_t record(int *dev, cudaStream_t stream, cudaGraph_t *graph)
{
#ifdef FIXED
    static
#endif
        int local[n];
    for (int i = 0; i < n; i++)
        local[i] = i;
    if (cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
        return error;
    cudaMemcpyAsync(dev, local, sizeof local, cudaMemcpyHostToDevice, stream); // {copy}
    return cudaStreamEndCapture(stream, graph);
}

int main()
{
    int *dev, last = -1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaMemset(dev, 0, n * sizeof(int)) != cudaSuccess || record(dev, stream, &graph) != cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, stream); // {launch}
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    printf("%s\n", last == n - 1 ? "right" : "wrong");
    return error != cudaSuccess;
}
