// SPDX-License-Identifier: MIT
// graph_memory_freed_early.cu: the node that frees a graph's memory comes after the kernel that writes there, and not
// after the one that reads.
// CPU exits 3
// CPU finds race-with-copy
// CPU says temporary[0] (4096 bytes from cudaGraphAddMemAllocNode at graph_memory_freed_early.cu:{allocate})
// CPU says cudaGraphAddMemFreeNode() at graph_memory_freed_early.cu:{free} frees
// CPU says kernel add_to, launched at graph_memory_freed_early.cu:{launch}, reads at graph_memory_freed_early.cu:{load}
// all exits 0
#include <stdio.h>

const int n = 1024;

__global__ void square(const int *in, int *temporary)
{
    temporary[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

__global__ void add_to(const int *temporary, int *out)
{
    out[threadIdx.x] += temporary[threadIdx.x]; // {load}
}

static cudaKernelNodeParams launch_of(void (*kernel)(const int *, int *), void **arguments)
{
    cudaKernelNodeParams what = {};
    what.func = (void *)kernel;
    what.gridDim = dim3(1);
    what.blockDim = dim3(n);
    what.kernelParams = arguments;
    return what;
}

int main()
{
    int *in, *out, host[n];
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t allocates, squares, adds, frees;
    cudaMemAllocNodeParams memory = {};
    memory.poolProps.allocType = cudaMemAllocationTypePinned;
    memory.poolProps.location.type = cudaMemLocationTypeDevice;
    memory.bytesize = n * sizeof(int);
    for (int i = 0; i < n; i++)
        host[i] = i;
    cudaMalloc(&in, sizeof host);
    cudaMalloc(&out, sizeof host);
    cudaMemcpy(in, host, sizeof host, cudaMemcpyHostToDevice);
    cudaMemset(out, 0, sizeof host);
    cudaGraphCreate(&graph, 0);
    if (cudaGraphAddMemAllocNode(&allocates, graph, NULL, 0, &memory) != cudaSuccess) // {allocate}
        return 1;
    void *from_in[] = {&in, &memory.dptr}, *to_out[] = {&memory.dptr, &out};
    cudaKernelNodeParams first = launch_of(square, from_in), second = launch_of(add_to, to_out);
    cudaGraphAddKernelNode(&squares, graph, &allocates, 1, &first);
    cudaGraphAddKernelNode(&adds, graph, &squares, 1, &second); // {launch}
#ifdef FIXED
    cudaGraphNode_t last = adds;
#else
    cudaGraphNode_t last = squares;
#endif
    if (cudaGraphAddMemFreeNode(&frees, graph, &last, 1, memory.dptr) != cudaSuccess || // {free}
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess || cudaGraphLaunch(exec, 0) != cudaSuccess)
        return 1;
    cudaError_t error = cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s, %d\n", cudaGetErrorString(error), host[n - 1]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(in);
    cudaFree(out);
    return error != cudaSuccess;
}
