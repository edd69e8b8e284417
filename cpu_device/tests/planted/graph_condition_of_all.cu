// SPDX-License-Identifier: MIT
// graph_condition_of_all.cu: a loop of a graph goes on as each thread finds its own element, so the last store decides.
// CPU exits 3
// CPU finds race-global
// CPU says 4 bytes from cudaGraphConditionalHandleCreate at graph_condition_of_all.cu:{handle}
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalAddress (error 700)
// fixed-memcheck exits 3
// fixed-memcheck prints Program hit cudaErrorIllegalAddress (error 700)
// fixed-synccheck exits 1
// fixed-initcheck exits 1
#include <stdio.h>

const int n = 256;

__global__ void halve(cudaGraphConditionalHandle handle, int *data)
{
    int half = data[threadIdx.x] /= 2;
#ifdef FIXED
    int more = __syncthreads_or(half > 1);
    if (threadIdx.x == 0)
        cudaGraphSetConditional(handle, more);
#else
    cudaGraphSetConditional(handle, half > 1); // {set}
#endif
}

int main()
{
    int *data, host[n];
    cudaGraph_t graph, body;
    cudaGraphExec_t exec;
    cudaGraphNode_t loop, kernel;
    cudaGraphConditionalHandle handle;
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&data, sizeof host);
    cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
    cudaGraphCreate(&graph, 0);
    if (cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault) != cudaSuccess) // {handle}
        return 1;
    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeConditional;
    what.conditional.handle = handle;
    what.conditional.type = cudaGraphCondTypeWhile;
    what.conditional.size = 1;
    if (cudaGraphAddNode(&loop, graph, NULL, NULL, 0, &what) != cudaSuccess)
        return 1;
    body = what.conditional.phGraph_out[0];
    void *arguments[] = {&handle, &data};
    cudaKernelNodeParams launch = {};
    launch.func = (void *)halve;
    launch.gridDim = dim3(1);
    launch.blockDim = dim3(n);
    launch.kernelParams = arguments;
    cudaGraphAddKernelNode(&kernel, body, NULL, 0, &launch);
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess || cudaGraphLaunch(exec, 0) != cudaSuccess)
        return 1;
    cudaError_t error = cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(error), host[n - 1]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(data);
#ifdef FIXED
    return error != cudaSuccess || host[n - 1] != 1;
#else
    return error != cudaSuccess;
#endif
}
