// SPDX-License-Identifier: MIT
// graph_source_overwritten.cu: a graph copies from pageable memory when its node runs, and not when it is launched;
// the host prepares the next values there too early.
// CPU exits 3
// CPU finds host-too-early
// CPU says at graph_source_overwritten.cu:{write}: host memory
// CPU says cudaMemcpyAsync() at graph_source_overwritten.cu:{copy} may still be reading there.
// all exits 0
#include <stdio.h>

const int n = 1 << 16;
static int values[n];

int main()
{
    int *dev, last = -1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess)
        return 1;
    cudaMemcpyAsync(dev, values, n * sizeof(int), cudaMemcpyHostToDevice, stream); // {copy}
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < n; i++)
            values[i] = round; // {write}
        cudaGraphLaunch(exec, stream);
#ifdef FIXED
        cudaStreamSynchronize(stream);
#endif
    }
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    return cudaFree(dev) != cudaSuccess;
}
