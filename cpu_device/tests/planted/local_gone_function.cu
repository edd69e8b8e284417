// SPDX-License-Identifier: MIT
// local_gone_function.cu: a capture records a host function that counts in a local variable of a function. That has
// returned when the graph is launched.
// CPU exits 3
// CPU finds gone-local-of-function
// CPU says cudaLaunchHostFunc() at local_gone_function.cu:{call} made it a node of the graph that is launched at
// CPU says local_gone_function.cu:{launch}
// all exits 9
#include <stdio.h>

__global__ void work(int *a)
{
    a[threadIdx.x]++;
}

static void count(void *data)
{
    ++*(int *)data;
}

__attribute__((noinline)) static cudaError_t record(int *dev, cudaStream_t stream, cudaGraph_t *graph)
{
#ifdef FIXED
    static
#endif
        int rounds = 0;
    if (cudaError_t error = cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal))
        return error;
    work<<<1, 32, 0, stream>>>(dev);
    cudaLaunchHostFunc(stream, count, &rounds); // {call}
    return cudaStreamEndCapture(stream, graph);
}

int main()
{
    int *dev, first = -1;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, 32 * sizeof(int)) != cudaSuccess || cudaMemset(dev, 0, 32 * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess || record(dev, stream, &graph) != cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, stream); // {launch}
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess)
        error = cudaMemcpy(&first, dev, sizeof first, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    printf("%s, %d\n", cudaGetErrorString(error), first);
    return error != cudaSuccess;
}
