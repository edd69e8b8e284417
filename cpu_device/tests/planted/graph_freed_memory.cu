// SPDX-License-Identifier: MIT
// graph_freed_memory.cu: the buffer that a graph was captured with is freed, and another one allocated; the graph still
// has the old address.
// CPU exits 3
// CPU finds illegal-address
// CPU says kernel scale, block
// CPU says graph_freed_memory.cu:{use}
// CPU says freed at graph_freed_memory.cu:{free}
// all exits 0
#include <stdio.h>

const int n = 1 << 10, threads = 256;

__global__ void scale(int *a, int factor)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= factor; // {use}
}

int main()
{
    static int a[n];
    int *dev;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    for (int i = 0; i < n; i++)
        a[i] = i;
    if (cudaMalloc(&dev, sizeof a) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    scale<<<n / threads, threads, 0, stream>>>(dev, 3);
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
#ifndef FIXED
    cudaFree(dev); // {free}
    if (cudaMalloc(&dev, sizeof a) != cudaSuccess)
        return 1;
#endif
    cudaMemcpy(dev, a, sizeof a, cudaMemcpyHostToDevice);
    cudaGraphLaunch(exec, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess)
        error = cudaMemcpy(a, dev, sizeof a, cudaMemcpyDeviceToHost);
    printf("%s: %d\n", cudaGetErrorString(error), a[n - 1]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(dev);
#ifdef FIXED
    if (a[n - 1] != 3 * (n - 1))
        return 1;
#endif
    return 0;
}
