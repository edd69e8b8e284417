// SPDX-License-Identifier: MIT
// graph_node_source_freed.cu: the second launch of a graph copies from memory that the program has freed.
// CPU exits 3
// CPU finds gone-buffer
// CPU says cudaGraphAddMemcpyNode1D() at graph_node_source_freed.cu:{node} made it a node of the graph that is launched
// CPU says graph_node_source_freed.cu:{launch}
// all exits 0
#include <stdio.h>
#include <stdlib.h>

const int n = 1024;

int main()
{
    int *dev, *values = (int *)malloc(n * sizeof(int)), last = -1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    if (values == NULL || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess || cudaGraphCreate(&graph, 0) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++)
        values[i] = i;
    cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, dev, values, n * sizeof(int), cudaMemcpyHostToDevice); // {node}
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
#ifndef FIXED
    free(values);
#endif
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
#ifdef FIXED
    free(values);
#endif
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(dev) != cudaSuccess;
}
