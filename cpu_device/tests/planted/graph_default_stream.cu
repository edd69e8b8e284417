// SPDX-License-Identifier: MIT
// graph_default_stream.cu: the second launch of a capture goes into the default stream, for its stream was left out.
// CPU exits 3
// CPU finds unchecked-launch
// CPU says kernel twice at graph_default_stream.cu:{twice}: operation would make the legacy stream depend on
// memcheck exits 3
// memcheck prints Program hit cudaErrorStreamCaptureImplicit (error 906)
#include <stdio.h>

const int n = 1 << 10, threads = 256;

__global__ void fill(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i;
}

__global__ void twice(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] *= 2;
}

int main()
{
    int *dev, last = 0;
    cudaStream_t stream;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev, n * sizeof(int)) != cudaSuccess || cudaMemset(dev, 0, n * sizeof(int)) != cudaSuccess ||
        cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    fill<<<n / threads, threads, 0, stream>>>(dev);
#ifndef FIXED
    twice<<<n / threads, threads>>>(dev); // {twice}
#else
    twice<<<n / threads, threads, 0, stream>>>(dev);
#endif
    if (cudaStreamEndCapture(stream, &graph) == cudaSuccess && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
    }
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaStreamDestroy(stream);
    cudaFree(dev);
#ifdef FIXED
    if (last != 2 * (n - 1))
        return 1;
#endif
    return 0;
}
