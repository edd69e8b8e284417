// SPDX-License-Identifier: MIT
// graph_function_data_freed.cu: a node calls a host function with an object that is deleted before the launch.
// CPU exits 3
// CPU finds gone-buffer-of-function
// CPU says cudaGraphAddHostNode() at graph_function_data_freed.cu:{node} made it a node of the graph that is launched at
// CPU says graph_function_data_freed.cu:{launch}
// all exits 0
#include <stdio.h>

struct counter {
    int calls, rest[63];
};

static void count(void *data)
{
    static_cast<counter *>(data)->calls++;
}

int main()
{
    counter *mine = new counter();
    int calls = 1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    cudaHostNodeParams what = {count, mine};
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaGraphCreate(&graph, 0) != cudaSuccess)
        return 1;
    cudaGraphAddHostNode(&node, graph, NULL, 0, &what); // {node}
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
#ifndef FIXED
    delete mine;
#endif
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
#ifdef FIXED
    calls = mine->calls;
    delete mine;
#endif
    printf("%d\n", calls);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaStreamDestroy(stream) != cudaSuccess;
}
