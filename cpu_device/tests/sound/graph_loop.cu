// SPDX-License-Identifier: MIT
// graph_loop.cu: a graph relaxes a line of cells until no cell changes any more; the loop's body has two kernels that
// read what the other has written, and one that sets the condition. A kernel after the loop reads what it left.
#include <stdio.h>

const int n = 256;

__global__ void relax(const float *from, float *to, int *changed)
{
    int i = threadIdx.x;
    to[i] = i == 0 || i == n - 1 ? from[i] : (from[i - 1] + from[i + 1]) / 2;
    if (to[i] - from[i] > 1e-3f)
        atomicExch(changed, 1);
}

__global__ void decide(cudaGraphConditionalHandle handle, int *changed, int *rounds)
{
    cudaGraphSetConditional(handle, *changed);
    *changed = 0;
    ++*rounds;
}

__global__ void sum(const float *line, float *result)
{
    float s = 0;
    for (int i = 0; i < n; i++)
        s += line[i];
    *result = s;
}

static cudaGraphNode_t add(cudaGraph_t graph, cudaGraphNode_t after, const void *kernel, int threads, void **arguments)
{
    cudaKernelNodeParams what = {};
    what.func = (void *)kernel;
    what.gridDim = dim3(1);
    what.blockDim = dim3(threads);
    what.kernelParams = arguments;
    cudaGraphNode_t node = NULL;
    if (cudaGraphAddKernelNode(&node, graph, after ? &after : NULL, after ? 1 : 0, &what) != cudaSuccess)
        exit(1);
    return node;
}

int main()
{
    float *a, *b, *result, host[n] = {}, total = 0;
    int *changed, *rounds, count = 0;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t loop;
    cudaGraphConditionalHandle handle;
    host[n - 1] = 1;
    cudaMalloc(&a, sizeof host);
    cudaMalloc(&b, sizeof host);
    cudaMalloc(&result, sizeof total);
    cudaMalloc(&changed, sizeof count);
    if (cudaMalloc(&rounds, sizeof count) != cudaSuccess)
        return 1;
    cudaMemcpy(a, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(changed, 0, sizeof count);
    cudaMemset(rounds, 0, sizeof count);
    cudaGraphCreate(&graph, 0);
    cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault);
    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeConditional;
    what.conditional.handle = handle;
    what.conditional.type = cudaGraphCondTypeWhile;
    what.conditional.size = 1;
    if (cudaGraphAddNode(&loop, graph, NULL, NULL, 0, &what) != cudaSuccess)
        return 1;
    cudaGraph_t body = what.conditional.phGraph_out[0];
    void *there[] = {&a, &b, &changed}, *back[] = {&b, &a, &changed}, *decides[] = {&handle, &changed, &rounds};
    void *sums[] = {&a, &result};
    cudaGraphNode_t first = add(body, NULL, (const void *)relax, n, there);
    cudaGraphNode_t second = add(body, first, (const void *)relax, n, back);
    add(body, second, (const void *)decide, 1, decides);
    add(graph, loop, (const void *)sum, 1, sums);
    if (cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    for (int launch = 0; launch < 2; launch++) // the second finds nothing to do, in one round
        if (cudaGraphLaunch(exec, 0) != cudaSuccess)
            return 1;
    cudaMemcpy(&total, result, sizeof total, cudaMemcpyDeviceToHost);
    cudaError_t error = cudaMemcpy(&count, rounds, sizeof count, cudaMemcpyDeviceToHost);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    for (void *dev : {(void *)a, (void *)b, (void *)result, (void *)changed, (void *)rounds})
        cudaFree(dev);
    const bool right = error == cudaSuccess && count > 2 && total > 1 && total < n;
    if (!right)
        printf("%s, %d rounds, %g\n", cudaGetErrorString(error), count, total);
    return !right;
}
