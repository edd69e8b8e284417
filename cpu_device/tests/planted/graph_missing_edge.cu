// SPDX-License-Identifier: MIT
// graph_missing_edge.cu: a captured graph in which nothing waits for the second stream before its result is used: the
// stream of the capture waits for it at the end alone.
// CPU exits 3
// CPU finds race-between-launches
// CPU says kernel squares, launched at graph_missing_edge.cu:{squares}, writes at graph_missing_edge.cu:{write}
// CPU says kernel sums, launched at graph_missing_edge.cu:{sums}, reads at graph_missing_edge.cu:{read}
// CPU says no path of the graph's edges leads from one to the other
// all exits 0
#include <stdio.h>

const int n = 1 << 12, threads = 256;

__global__ void squares(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i; // {write}
}

__global__ void numbers(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}

__global__ void sums(const int *a, const int *b, int *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i]; // {read}
}

int main()
{
    int *dev, last = 0;
    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, 3 * n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev, 0, 3 * n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamCreate(&side) != cudaSuccess || cudaEventCreate(&fork) != cudaSuccess ||
        cudaEventCreate(&join) != cudaSuccess)
        return 1;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(side, fork, 0);
    squares<<<n / threads, threads, 0, side>>>(dev); // {squares}
    cudaEventRecord(join, side);
    numbers<<<n / threads, threads, 0, stream>>>(dev + n);
#ifdef FIXED
    cudaStreamWaitEvent(stream, join, 0);
#endif
    sums<<<n / threads, threads, 0, stream>>>(dev, dev + n, dev + 2 * n); // {sums}
#ifndef FIXED
    cudaStreamWaitEvent(stream, join, 0);
#endif
    if (cudaStreamEndCapture(stream, &graph) != cudaSuccess || cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, stream);
    cudaError_t error = cudaStreamSynchronize(stream);
    if (error == cudaSuccess)
        error = cudaMemcpy(&last, dev + 3 * n - 1, sizeof last, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(side);
    cudaFree(dev);
    printf("%s, %s\n", cudaGetErrorString(error), last == (n - 1) * n ? "right" : "wrong");
#ifdef FIXED
    if (last != (n - 1) * n)
        return 1;
#endif
    return error != cudaSuccess;
}
