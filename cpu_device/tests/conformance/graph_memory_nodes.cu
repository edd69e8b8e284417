// SPDX-License-Identifier: MIT
// graph_memory_nodes.cu: nodes of a graph that allocate and free memory, added one by one and captured, in several
// launches; memory that the program frees after the launch; and what is refused.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

const int n = 1024;

__global__ void square(const int *in, int *temporary)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    temporary[i] = in[i] * in[i];
}

__global__ void add_to(const int *temporary, int *out)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    out[i] += temporary[i];
}

static int last_of(const int *dev)
{
    int value = -1;
    HANDLE_ERROR(cudaMemcpy(&value, dev + n - 1, sizeof value, cudaMemcpyDeviceToHost));
    return value;
}

static cudaGraphNode_t kernel_node(cudaGraph_t graph, cudaGraphNode_t after, void (*kernel)(const int *, int *),
                                   const void *from, void *to)
{
    void *arguments[] = {&from, &to};
    cudaKernelNodeParams what = {};
    what.func = (void *)kernel;
    what.gridDim = dim3(n / 256);
    what.blockDim = dim3(256);
    what.kernelParams = arguments;
    cudaGraphNode_t node;
    HANDLE_ERROR(cudaGraphAddKernelNode(&node, graph, &after, 1, &what));
    return node;
}

static cudaMemAllocNodeParams of_bytes(size_t bytes)
{
    cudaMemAllocNodeParams what = {};
    what.poolProps.allocType = cudaMemAllocationTypePinned;
    what.poolProps.location.type = cudaMemLocationTypeDevice;
    what.bytesize = bytes;
    return what;
}

// allocate, square, add, free; in three launches
static void one_by_one(cudaStream_t stream, const int *in, int *out)
{
    cudaGraph_t graph;
    cudaGraphNode_t allocates, frees, other;
    cudaGraphExec_t exec;
    cudaMemAllocNodeParams what = of_bytes(n * sizeof(int)), again = {};
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphAddMemAllocNode(&allocates, graph, NULL, 0, &what));
    cudaGraphNode_t squares = kernel_node(graph, allocates, square, in, what.dptr);
    cudaGraphNode_t adds = kernel_node(graph, squares, add_to, what.dptr, out);
    HANDLE_ERROR(cudaGraphAddMemFreeNode(&frees, graph, &adds, 1, what.dptr));
    cudaGraphNodeType types[2];
    HANDLE_ERROR(cudaGraphNodeGetType(allocates, &types[0]));
    HANDLE_ERROR(cudaGraphNodeGetType(frees, &types[1]));
    HANDLE_ERROR(cudaGraphMemAllocNodeGetParams(allocates, &again));
    void *freed = NULL;
    HANDLE_ERROR(cudaGraphMemFreeNodeGetParams(frees, &freed));
    printf("types %d %d, %zu bytes, same %d %d\n", (int)types[0], (int)types[1], again.bytesize,
           again.dptr == what.dptr, freed == what.dptr);
    printf("free twice: %s\n", cudaGetErrorName(cudaGraphAddMemFreeNode(&other, graph, &adds, 1, what.dptr)));
    printf("free other memory: %s\n", cudaGetErrorName(cudaGraphAddMemFreeNode(&other, graph, &adds, 1, out)));
    cudaMemAllocNodeParams nothing = of_bytes(0);
    printf("0 bytes: %s\n", cudaGetErrorName(cudaGraphAddMemAllocNode(&other, graph, NULL, 0, &nothing)));
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    for (int round = 0; round < 3; round++)
        HANDLE_ERROR(cudaGraphLaunch(exec, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("one by one: %d\n", last_of(out));
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

static void captured(cudaStream_t stream, const int *in, int *out)
{
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int *temporary;
    HANDLE_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    HANDLE_ERROR(cudaMallocAsync((void **)&temporary, n * sizeof(int), stream));
    square<<<n / 256, 256, 0, stream>>>(in, temporary);
    add_to<<<n / 256, 256, 0, stream>>>(temporary, out);
    HANDLE_ERROR(cudaFreeAsync(temporary, stream));
    HANDLE_ERROR(cudaStreamEndCapture(stream, &graph));
    size_t count = 0;
    cudaGraphNode_t nodes[4];
    HANDLE_ERROR(cudaGraphGetNodes(graph, NULL, &count));
    printf("captured %zu nodes:", count);
    HANDLE_ERROR(cudaGraphGetNodes(graph, nodes, &count));
    for (size_t i = 0; i < count; i++) {
        cudaGraphNodeType type;
        HANDLE_ERROR(cudaGraphNodeGetType(nodes[i], &type));
        printf(" %d", (int)type);
    }
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    for (int round = 0; round < 2; round++)
        HANDLE_ERROR(cudaGraphLaunch(exec, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf(", %d\n", last_of(out));
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

// The graph leaves its result in memory that the program frees.
static void freed_later(cudaStream_t stream, const int *in)
{
    cudaGraph_t graph;
    cudaGraphNode_t allocates;
    cudaGraphExec_t exec;
    cudaMemAllocNodeParams what = of_bytes(n * sizeof(int));
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphAddMemAllocNode(&allocates, graph, NULL, 0, &what));
    kernel_node(graph, allocates, square, in, what.dptr);
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    for (int round = 0; round < 2; round++) {
        HANDLE_ERROR(cudaGraphLaunch(exec, stream));
        HANDLE_ERROR(cudaStreamSynchronize(stream));
        printf("freed later: %d\n", last_of((int *)what.dptr));
        HANDLE_ERROR(cudaFreeAsync(what.dptr, stream));
    }
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaDeviceGraphMemTrim(0));
}

int main(void)
{
    int *in, *out, host[n];
    cudaStream_t stream;
    for (int i = 0; i < n; i++)
        host[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&in, sizeof host));
    HANDLE_ERROR(cudaMalloc((void **)&out, sizeof host));
    HANDLE_ERROR(cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice));
    HANDLE_ERROR(cudaMemset(out, 0, sizeof host));
    HANDLE_ERROR(cudaStreamCreate(&stream));
    one_by_one(stream, in, out);
    captured(stream, in, out);
    freed_later(stream, in);
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFree(in));
    HANDLE_ERROR(cudaFree(out));
    return 0;
}
