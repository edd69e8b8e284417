// SPDX-License-Identifier: MIT
// graph_freed_copy.cu: a graph copies its result to a buffer that is freed before the last launch.
// CPU exits 3
// CPU finds unchecked-call
// CPU says at graph_freed_copy.cu:{launch}: invalid argument (cudaErrorInvalidValue)
// CPU says The destination is in 4096 bytes from cudaMalloc at graph_freed_copy.cu:{allocate}, freed at
// CPU says That is the graph's cudaMemcpyAsync() at graph_freed_copy.cu:{copy}.
// all exits 0
#include <stdio.h>

const int n = 1 << 10, threads = 256;

__global__ void count(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i]++;
}

int main()
{
    int *dev, *kept, last = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaStreamCreate(&stream) != cudaSuccess || cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev, 0, n * sizeof(int)) != cudaSuccess)
        return 1;
    if (cudaMalloc(&kept, n * sizeof(int)) != cudaSuccess) // {allocate}
        return 1;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    count<<<n / threads, threads, 0, stream>>>(dev);
    cudaMemcpyAsync(kept, dev, n * sizeof(int), cudaMemcpyDeviceToDevice, stream); // {copy}
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, kept + n - 1, sizeof last, cudaMemcpyDeviceToHost);
#ifndef FIXED
    cudaFree(kept);
#endif
    cudaGraphLaunch(exec, stream); // {launch}
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
#ifdef FIXED
    cudaFree(kept);
    if (last != 2)
        return 1;
#endif
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    return 0;
}
