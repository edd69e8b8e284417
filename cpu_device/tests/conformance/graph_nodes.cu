// SPDX-License-Identifier: MIT
// graph_nodes.cu: a graph made node by node: kernels, copies, fills, host functions, a graph within it; its edges, and
// what is refused.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

const int n = 256;

__global__ void multiply(int *a, int factor)
{
    a[threadIdx.x] *= factor;
}

__global__ void sum(const int *a, const int *b, int *c)
{
    c[threadIdx.x] = a[threadIdx.x] + b[threadIdx.x];
}

static void count_call(void *calls)
{
    ++*(int *)calls;
}

static void show(cudaGraph_t graph)
{
    size_t nodes = 0, edges = 0, roots = 0;
    HANDLE_ERROR(cudaGraphGetNodes(graph, NULL, &nodes));
    HANDLE_ERROR(cudaGraphGetRootNodes(graph, NULL, &roots));
    HANDLE_ERROR(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    printf("%zu nodes, %zu roots, %zu edges\n", nodes, roots, edges);
}

int main(void)
{
    static int a[n], c[n];
    int *dev_a, *dev_b, *dev_c, calls = 0, factor = 3;
    for (int i = 0; i < n; i++)
        a[i] = i;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, sizeof a));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, sizeof a));
    cudaGraph_t graph;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));

    // the left way: copy in, multiply; the right way: fill; then both: sum, copy out, host function
    cudaGraphNode_t copy_in, scale, fill, add, copy_out, call, nothing;
    HANDLE_ERROR(cudaGraphAddMemcpyNode1D(&copy_in, graph, NULL, 0, dev_a, a, sizeof a, cudaMemcpyHostToDevice));
    void *scale_arguments[] = {&dev_a, &factor};
    cudaKernelNodeParams scale_params = {};
    scale_params.func = (void *)multiply;
    scale_params.gridDim = dim3(1);
    scale_params.blockDim = dim3(n);
    scale_params.kernelParams = scale_arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&scale, graph, &copy_in, 1, &scale_params));
    factor = 1000; // the node has copies of its arguments
    cudaMemsetParams fill_params = {};
    fill_params.dst = dev_b;
    fill_params.value = 70000;
    fill_params.elementSize = sizeof(int);
    fill_params.width = n;
    fill_params.height = 1;
    HANDLE_ERROR(cudaGraphAddMemsetNode(&fill, graph, NULL, 0, &fill_params));
    cudaGraphNode_t both[] = {scale, fill};
    void *sum_arguments[] = {&dev_a, &dev_b, &dev_c};
    cudaKernelNodeParams sum_params = {};
    sum_params.func = (void *)sum;
    sum_params.gridDim = dim3(1);
    sum_params.blockDim = dim3(n);
    sum_params.kernelParams = sum_arguments;
    HANDLE_ERROR(cudaGraphAddKernelNode(&add, graph, both, 2, &sum_params));
    HANDLE_ERROR(cudaGraphAddMemcpyNode1D(&copy_out, graph, NULL, 0, c, dev_c, sizeof c, cudaMemcpyDeviceToHost));
    HANDLE_ERROR(cudaGraphAddDependencies(graph, &add, &copy_out, NULL, 1));
    cudaHostNodeParams call_params = {count_call, &calls};
    HANDLE_ERROR(cudaGraphAddHostNode(&call, graph, &copy_out, 1, &call_params));
    HANDLE_ERROR(cudaGraphAddEmptyNode(&nothing, graph, &call, 1));
    show(graph);

    size_t count = 0;
    HANDLE_ERROR(cudaGraphNodeGetDependencies(add, NULL, NULL, &count));
    printf("the sum depends on %zu nodes;", count);
    HANDLE_ERROR(cudaGraphNodeGetDependentNodes(add, NULL, NULL, &count));
    printf(" %zu depends on it\n", count);
    cudaGraphNode_t first[10];
    count = 10;
    HANDLE_ERROR(cudaGraphGetNodes(graph, first, &count));
    printf("%zu nodes; the first is the copy: %d; after the last comes null: %d\n", count, first[0] == copy_in,
           first[9] == NULL);

    cudaGraphExec_t exec;
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    HANDLE_ERROR(cudaGraphLaunch(exec, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d %d %d, %d call\n", c[0], c[1], c[n - 1], calls);

    // the graph as a node of another one, twice in a row; a clone
    cudaGraph_t outer, clone;
    cudaGraphNode_t inner, again;
    HANDLE_ERROR(cudaGraphCreate(&outer, 0));
    HANDLE_ERROR(cudaGraphAddChildGraphNode(&inner, outer, NULL, 0, graph));
    HANDLE_ERROR(cudaGraphAddChildGraphNode(&again, outer, &inner, 1, graph));
    HANDLE_ERROR(cudaGraphClone(&clone, graph));
    cudaGraphNode_t found;
    cudaGraphNodeType type;
    HANDLE_ERROR(cudaGraphNodeFindInClone(&found, call, clone));
    HANDLE_ERROR(cudaGraphNodeGetType(found, &type));
    printf("a host node in the clone: %d\n", type == cudaGraphNodeTypeHost);
    HANDLE_ERROR(cudaGraphDestroyNode(found));
    show(clone);
    show(graph);
    cudaGraphExec_t outer_exec;
    HANDLE_ERROR(cudaGraphInstantiate(&outer_exec, outer, 0));
    a[n - 1] = 1; // which each launch copies
    HANDLE_ERROR(cudaGraphLaunch(outer_exec, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%d, %d calls\n", c[n - 1], calls);

    printf("edges\n");
    SHOW(cudaGraphAddDependencies(graph, &copy_in, &scale, NULL, 1));
    SHOW(cudaGraphAddDependencies(graph, &scale, &scale, NULL, 1));
    SHOW(cudaGraphAddDependencies(graph, &scale, &copy_in, NULL, 1));
    cudaGraphExec_t circle;
    SHOW(cudaGraphInstantiate(&circle, graph, 0));
    SHOW(cudaGraphRemoveDependencies(graph, &scale, &copy_in, NULL, 1));
    SHOW(cudaGraphRemoveDependencies(graph, &scale, &copy_in, NULL, 1));
    cudaGraphNode_t twice[] = {fill, fill};
    SHOW(cudaGraphAddEmptyNode(&found, graph, twice, 2));

    printf("nodes\n");
    SHOW(cudaGraphAddMemcpyNode1D(&found, graph, NULL, 0, c, dev_c, sizeof c, cudaMemcpyHostToDevice));
    SHOW(cudaGraphAddMemcpyNode1D(&found, graph, NULL, 0, c, dev_c, 0, cudaMemcpyDeviceToHost));
    SHOW(cudaGraphAddMemcpyNode1D(&found, graph, NULL, 0, c, dev_c, sizeof c + 1, cudaMemcpyDeviceToHost));
    fill_params.elementSize = 3;
    SHOW(cudaGraphAddMemsetNode(&found, graph, NULL, 0, &fill_params));
    fill_params.elementSize = sizeof(int);
    fill_params.dst = c;
    SHOW(cudaGraphAddMemsetNode(&found, graph, NULL, 0, &fill_params));
    scale_params.blockDim = dim3(2000);
    SHOW(cudaGraphAddKernelNode(&found, graph, NULL, 0, &scale_params));
    scale_params.blockDim = dim3(n);
    scale_params.func = c;
    SHOW(cudaGraphAddKernelNode(&found, graph, NULL, 0, &scale_params));
    scale_params.func = NULL;
    SHOW(cudaGraphAddKernelNode(&found, graph, NULL, 0, &scale_params));
    show(graph);

    printf("graphs\n");
    cudaGraph_t none;
    SHOW(cudaGraphCreate(&none, 1));
    SHOW(cudaGraphInstantiate(&circle, NULL, 0));
    SHOW(cudaGraphInstantiate(&circle, graph, 77));
    SHOW(cudaGraphChildGraphNodeGetGraph(inner, &none));
    SHOW(cudaGraphDestroy(none));
    SHOW(cudaGraphLaunch(NULL, 0));
    SHOW(cudaGraphExecDestroy(NULL));
    cudaGetLastError();

    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphExecDestroy(outer_exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaGraphDestroy(outer));
    HANDLE_ERROR(cudaGraphDestroy(clone));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    return 0;
}
