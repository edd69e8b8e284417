// SPDX-License-Identifier: MIT
// graph_symbol_source_freed.cu: a capture records a copy to a variable, from an object that is deleted before the
// graph is launched.
// CPU exits 3
// CPU finds gone-buffer
// CPU says at graph_symbol_source_freed.cu:{copy} made it a node of the graph that is launched at
// CPU says graph_symbol_source_freed.cu:{launch}
// all exits 0
#include <stdio.h>

struct table {
    float of[64];
};
__device__ table weights;

int main()
{
    table *mine = new table, back = {};
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    for (int i = 0; i < 64; i++)
        mine->of[i] = (float)i;
    if (cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
        return 1;
    cudaMemcpyToSymbolAsync(weights, mine, sizeof *mine, 0, cudaMemcpyHostToDevice, stream); // {copy}
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
#ifndef FIXED
    delete mine;
#endif
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
#ifdef FIXED
    delete mine;
#endif
    cudaMemcpyFromSymbol(&back, weights, sizeof back);
    printf("%g\n", back.of[63]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return cudaStreamDestroy(stream) != cudaSuccess;
}
