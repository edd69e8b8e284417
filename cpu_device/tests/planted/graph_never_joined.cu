// SPDX-License-Identifier: MIT
// graph_never_joined.cu: a capture takes in a second stream, and ends without waiting for it: there is no graph.
// CPU exits 3
// CPU finds unchecked-call
// CPU says cudaErrorStreamCaptureUnjoined
// CPU says Kernel fill, launched at graph_never_joined.cu:{fill}, was captured in another stream
// memcheck exits 3
// memcheck prints Program hit cudaErrorStreamCaptureUnjoined (error 904)
#include <stdio.h>

const int n = 1 << 12, threads = 256;

__global__ void fill(int *a, int first)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = first + i;
}

int main()
{
    int *dev_a, *dev_b, last = 0;
    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    cudaGraph_t graph = NULL;
    cudaGraphExec_t exec;
    if (cudaMalloc(&dev_a, n * sizeof(int)) != cudaSuccess || cudaMalloc(&dev_b, n * sizeof(int)) != cudaSuccess ||
        cudaMemset(dev_b, 0, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess ||
        cudaStreamCreate(&side) != cudaSuccess || cudaEventCreate(&fork) != cudaSuccess ||
        cudaEventCreate(&join) != cudaSuccess)
        return 1;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaEventRecord(fork, stream);
    cudaStreamWaitEvent(side, fork, 0);
    fill<<<n / threads, threads, 0, stream>>>(dev_a, 0);
    fill<<<n / threads, threads, 0, side>>>(dev_b, 7); // {fill}
    cudaEventRecord(join, side);
#ifdef FIXED
    cudaStreamWaitEvent(stream, join, 0);
#endif
    cudaStreamEndCapture(stream, &graph);
    if (graph != NULL && cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess) {
        cudaGraphLaunch(exec, stream);
        cudaStreamSynchronize(stream);
        cudaGraphExecDestroy(exec);
        cudaGraphDestroy(graph);
    }
    cudaMemcpy(&last, dev_b + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    printf("%d\n", last);
    cudaEventDestroy(fork);
    cudaEventDestroy(join);
    cudaStreamDestroy(stream);
    cudaStreamDestroy(side);
    cudaFree(dev_a);
    cudaFree(dev_b);
#ifdef FIXED
    if (last != n + 6)
        return 1;
#endif
    return 0;
}
