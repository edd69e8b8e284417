// SPDX-License-Identifier: MIT
// graph_result_freed.cu: a child graph copies its result to an array that is deleted before the launch.
// CPU exits 3
// CPU finds gone-buffer
// CPU says cudaMemcpyAsync() at graph_result_freed.cu:{copy} made it a node of the graph that is launched at
// CPU says graph_result_freed.cu:{launch}
// all exits 11
#include <stdio.h>

const int n = 1024;

__global__ void fill(int *values)
{
    values[threadIdx.x] = threadIdx.x;
}

int main()
{
    int *dev, *result = new int[n], last = -1;
    cudaStream_t stream;
    cudaGraph_t inner, graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
        return 1;
    fill<<<1, n, 0, stream>>>(dev);
    cudaMemcpyAsync(result, dev, n * sizeof(int), cudaMemcpyDeviceToHost, stream); // {copy}
    if (cudaStreamEndCapture(stream, &inner) != cudaSuccess || cudaGraphCreate(&graph, 0) != cudaSuccess ||
        cudaGraphAddChildGraphNode(&node, graph, NULL, 0, inner) != cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
#ifndef FIXED
    delete[] result;
#endif
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
#ifdef FIXED
    last = result[n - 1];
    delete[] result;
#endif
    printf("%d\n", last);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(inner);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(dev) != cudaSuccess;
}
