// SPDX-License-Identifier: MIT
// graph_conditional.cu: nodes that run another graph if, or while, a kernel has set their condition, or one of several;
// one within the other, with memory of the same launch after them; and what is refused.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

__global__ void add_1(int *counter)
{
    *counter += 1;
}

__global__ void add(int *counter, int number)
{
    *counter += number;
}

__global__ void set_while_below(cudaGraphConditionalHandle handle, const int *counter, int bound)
{
    cudaGraphSetConditional(handle, *counter < bound);
}

__global__ void set_remainder(cudaGraphConditionalHandle handle, const int *counter, int divisor)
{
    cudaGraphSetConditional(handle, *counter % divisor);
}

template <class... Parameters, class... Arguments> static cudaGraphNode_t
kernel_node(cudaGraph_t graph, cudaGraphNode_t after, void (*kernel)(Parameters...), Arguments... all)
{
    void *arguments[] = {&all...};
    cudaKernelNodeParams what = {};
    what.func = (void *)kernel;
    what.gridDim = what.blockDim = dim3(1);
    what.kernelParams = arguments;
    cudaGraphNode_t node;
    HANDLE_ERROR(cudaGraphAddKernelNode(&node, graph, after ? &after : NULL, after ? 1 : 0, &what));
    return node;
}

static cudaGraphNode_t conditional(cudaGraph_t graph, cudaGraphNode_t after, cudaGraphConditionalHandle handle,
                                   cudaGraphConditionalNodeType type, unsigned size, cudaGraph_t *bodies)
{
    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeConditional;
    what.conditional.handle = handle;
    what.conditional.type = type;
    what.conditional.size = size;
    cudaGraphNode_t node;
    HANDLE_ERROR(cudaGraphAddNode(&node, graph, after ? &after : NULL, NULL, after ? 1 : 0, &what));
    for (unsigned i = 0; i < size; i++)
        bodies[i] = what.conditional.phGraph_out[i];
    return node;
}

static int run(cudaGraph_t graph, int *counter, int begin, int launches)
{
    cudaGraphExec_t exec;
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    HANDLE_ERROR(cudaMemcpy(counter, &begin, sizeof begin, cudaMemcpyHostToDevice));
    for (int i = 0; i < launches; i++)
        HANDLE_ERROR(cudaGraphLaunch(exec, 0));
    int end = -1;
    HANDLE_ERROR(cudaMemcpy(&end, counter, sizeof end, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    return end;
}

static void loop(int *counter)
{
    cudaGraph_t graph, body;
    cudaGraphConditionalHandle handle;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNode_t before = kernel_node(graph, NULL, add, counter, 100);
    cudaGraphNode_t node = conditional(graph, before, handle, cudaGraphCondTypeWhile, 1, &body);
    cudaGraphNode_t adds = kernel_node(body, NULL, add_1, counter);
    kernel_node(body, adds, set_while_below, handle, counter, 150);
    kernel_node(graph, node, add, counter, 1000);
    cudaGraphNodeType type;
    HANDLE_ERROR(cudaGraphNodeGetType(node, &type));
    printf("while, type %d: %d", (int)type, run(graph, counter, 0, 1));
    printf(" %d", run(graph, counter, 120, 1)); // the body runs once, by the default
    printf(" %d\n", run(graph, counter, 0, 3));
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

static void branches(int *counter)
{
    for (unsigned size = 1; size <= 2; size++) {
        cudaGraph_t graph, bodies[2];
        cudaGraphConditionalHandle handle;
        HANDLE_ERROR(cudaGraphCreate(&graph, 0));
        HANDLE_ERROR(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
        cudaGraphNode_t sets = kernel_node(graph, NULL, set_remainder, handle, counter, 2);
        conditional(graph, sets, handle, cudaGraphCondTypeIf, size, bodies);
        kernel_node(bodies[0], NULL, add, counter, 10);
        if (size == 2)
            kernel_node(bodies[1], NULL, add, counter, 100);
        printf("if, %u bodies: odd %d, even %d\n", size, run(graph, counter, 1, 1), run(graph, counter, 2, 1));
        HANDLE_ERROR(cudaGraphDestroy(graph));
    }
}

static void cases(int *counter)
{
    cudaGraph_t graph, bodies[3];
    cudaGraphConditionalHandle handle;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    cudaGraphNode_t sets = kernel_node(graph, NULL, set_remainder, handle, counter, 4);
    conditional(graph, sets, handle, cudaGraphCondTypeSwitch, 3, bodies);
    for (int i = 0; i < 3; i++)
        kernel_node(bodies[i], NULL, add, counter, 10 * (i + 1));
    printf("switch:");
    for (int begin = 4; begin < 8; begin++)
        printf(" %d", run(graph, counter, begin, 1));
    printf("\n");
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

// A loop with an if in it: of 1 to 20, the odd ones add 100.
static void nested(int *counter)
{
    cudaGraph_t graph, body, inner;
    cudaGraphConditionalHandle again, odd;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphConditionalHandleCreate(&again, graph, 1, cudaGraphCondAssignDefault));
    HANDLE_ERROR(cudaGraphConditionalHandleCreate(&odd, graph, 0, 0));
    int *sum = counter + 1;
    HANDLE_ERROR(cudaMemset(sum, 0, sizeof *sum));
    conditional(graph, NULL, again, cudaGraphCondTypeWhile, 1, &body);
    cudaGraphNode_t adds = kernel_node(body, NULL, add_1, counter);
    cudaGraphNode_t sets = kernel_node(body, adds, set_remainder, odd, counter, 2);
    cudaGraphNode_t branch = conditional(body, sets, odd, cudaGraphCondTypeIf, 1, &inner);
    kernel_node(inner, NULL, add, sum, 100);
    kernel_node(body, branch, set_while_below, again, counter, 20);
    int steps = run(graph, counter, 0, 1), result = -1;
    HANDLE_ERROR(cudaMemcpy(&result, sum, sizeof result, cudaMemcpyDeviceToHost));
    printf("nested: %d steps, %d\n", steps, result);
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

static void refused(void)
{
    cudaGraph_t graph;
    cudaGraphConditionalHandle handle;
    cudaGraphNode_t node;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));
    HANDLE_ERROR(cudaGraphConditionalHandleCreate(&handle, graph, 0, 0));
    for (unsigned size : {0u, 2u}) {
        cudaGraphNodeParams what = {};
        what.type = cudaGraphNodeTypeConditional;
        what.conditional.handle = handle;
        what.conditional.type = cudaGraphCondTypeWhile;
        what.conditional.size = size;
        printf("a loop with %u bodies: %s\n", size,
               cudaGetErrorName(cudaGraphAddNode(&node, graph, NULL, NULL, 0, &what)));
    }
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

int main(void)
{
    int *counter;
    HANDLE_ERROR(cudaMalloc((void **)&counter, 2 * sizeof *counter));
    loop(counter);
    branches(counter);
    cases(counter);
    nested(counter);
    refused();
    HANDLE_ERROR(cudaFree(counter));
    return 0;
}
