// SPDX-License-Identifier: MIT
// graph_update.cu: nodes of an executable graph get other arguments, copies, fills and host functions, are left out, or
// take all of it from another graph of the same form.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

const int n = 64;

__global__ void add(int *a, int value)
{
    a[threadIdx.x] += value;
}

__global__ void multiply(int *a, int value)
{
    a[threadIdx.x] *= value;
}

static void set_sign(void *sign)
{
    *(int *)sign = 1;
}

static void set_other_sign(void *sign)
{
    *(int *)sign = 2;
}

struct nodes {
    cudaGraphNode_t fill, first, second, copy, call;
};

// fill -> add -> the kernel -> copy -> host function
static cudaGraph_t make(nodes *made, int *dev, int value, void *kernel, int argument, int *to, int *sign)
{
    cudaGraph_t graph;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    cudaMemsetParams fill = {};
    fill.dst = dev;
    fill.value = value;
    fill.elementSize = sizeof(int);
    fill.width = n;
    fill.height = 1;
    HANDLE_ERROR(cudaGraphAddMemsetNode(&made->fill, graph, NULL, 0, &fill));
    void *arguments[] = {&dev, &argument};
    cudaKernelNodeParams params = {};
    params.func = (void *)add;
    params.gridDim = dim3(1);
    params.blockDim = dim3(n);
    params.kernelParams = arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&made->first, graph, &made->fill, 1, &params));
    params.func = kernel;
    HANDLE_ERROR(cudaGraphAddKernelNode(&made->second, graph, &made->first, 1, &params));
    HANDLE_ERROR(cudaGraphAddMemcpyNode1D(&made->copy, graph, &made->second, 1, to, dev, n * sizeof(int),
                                          cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {set_sign, sign};
    HANDLE_ERROR(cudaGraphAddHostNode(&made->call, graph, &made->copy, 1, &call));
    return graph;
}

static void launch(cudaGraphExec_t exec, cudaStream_t stream)
{
    HANDLE_ERROR(cudaGraphLaunch(exec, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
}

int main(void)
{
    static int to[n], other[n];
    int *dev, sign = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev, n * sizeof(int)));
    cudaStream_t stream;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    nodes made, fresh;
    cudaGraph_t graph = make(&made, dev, 5, (void *)multiply, 3, to, &sign);
    cudaGraphExec_t exec;
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    launch(exec, stream);
    printf("as made: %d, sign %d\n", to[1], sign);

    for (int argument = 1; argument <= 3; argument++) {
        void *arguments[] = {&dev, &argument};
        cudaKernelNodeParams params = {};
        params.func = (void *)(argument == 3 ? add : multiply);
        params.gridDim = dim3(1);
        params.blockDim = dim3(n);
        params.kernelParams = arguments;
        HANDLE_ERROR(cudaGraphExecKernelNodeSetParams(exec, made.second, &params));
        launch(exec, stream);
        printf("with argument %d: %d\n", argument, to[1]);
        params.blockDim = dim3(2000);
        SHOW(cudaGraphExecKernelNodeSetParams(exec, made.second, &params));
        params.blockDim = dim3(n);
        SHOW(cudaGraphExecKernelNodeSetParams(exec, made.fill, &params));
    }

    cudaMemsetParams fill = {};
    fill.dst = dev;
    fill.value = 100;
    fill.elementSize = sizeof(int);
    fill.width = n;
    fill.height = 1;
    HANDLE_ERROR(cudaGraphExecMemsetNodeSetParams(exec, made.fill, &fill));
    HANDLE_ERROR(
        cudaGraphExecMemcpyNodeSetParams1D(exec, made.copy, other, dev, n * sizeof(int), cudaMemcpyDeviceToHost));
    cudaHostNodeParams call = {set_other_sign, &sign};
    HANDLE_ERROR(cudaGraphExecHostNodeSetParams(exec, made.call, &call));
    launch(exec, stream);
    printf("another fill, copy and function: %d, %d, sign %d\n", to[1], other[1], sign);

    unsigned int enabled = 7;
    HANDLE_ERROR(cudaGraphNodeSetEnabled(exec, made.second, 0));
    HANDLE_ERROR(cudaGraphNodeGetEnabled(exec, made.second, &enabled));
    launch(exec, stream);
    printf("without the second kernel (enabled: %u): %d\n", enabled, other[1]);
    HANDLE_ERROR(cudaGraphNodeSetEnabled(exec, made.second, 1));

    // the graph itself has not changed
    cudaGraphExec_t second_exec;
    HANDLE_ERROR(cudaGraphInstantiate(&second_exec, graph, 0));
    launch(second_exec, stream);
    printf("the graph as it was: %d\n", to[1]);

    cudaGraphExecUpdateResultInfo result;
    cudaGraph_t same_form = make(&fresh, dev, 7, (void *)add, 10, to, &sign);
    SHOW(cudaGraphExecUpdate(exec, same_form, &result));
    launch(exec, stream);
    printf("updated (%d): %d\n", (int)result.result, to[1]);
    HANDLE_ERROR(cudaGraphDestroyNode(fresh.call));
    SHOW(cudaGraphExecUpdate(exec, same_form, &result));
    printf("a node less: %d\n", (int)result.result);
    cudaGraphNode_t empty;
    HANDLE_ERROR(cudaGraphAddEmptyNode(&empty, same_form, &fresh.copy, 1));
    SHOW(cudaGraphExecUpdate(exec, same_form, &result));
    printf("an empty node in its place: %d, that one: %d\n", (int)result.result, result.errorNode == empty);
    launch(exec, stream);
    printf("still: %d\n", to[1]);

    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphExecDestroy(second_exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaGraphDestroy(same_form));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
