// SPDX-License-Identifier: MIT
// graph_missing_dependency.cu: of the two nodes that the sum needs, its list of dependencies names only one.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaGraphAddMemcpyNode1D() at graph_missing_dependency.cu:{copy} writes
// CPU says kernel sums, launched at graph_missing_dependency.cu:{sums}, reads at graph_missing_dependency.cu:{read}
// CPU says no path of the graph's edges leads from one to the other
// all exits 0
#include <stdio.h>

const int n = 1 << 10, threads = 256;

__global__ void squares(int *a)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = i * i;
}

__global__ void sums(const int *a, const int *b, int *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i]; // {read}
}

int main()
{
    static int numbers[n];
    int *dev_a, *dev_b, *dev_c, last = 0;
    for (int i = 0; i < n; i++)
        numbers[i] = i;
    if (cudaMalloc(&dev_a, sizeof numbers) != cudaSuccess || cudaMalloc(&dev_b, sizeof numbers) != cudaSuccess ||
        cudaMalloc(&dev_c, sizeof numbers) != cudaSuccess || cudaMemset(dev_b, 0, sizeof numbers) != cudaSuccess)
        return 1;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t needed[2], sum, out;
    void *of_squares[] = {&dev_a}, *of_sums[] = {&dev_a, &dev_b, &dev_c};
    cudaKernelNodeParams params = {};
    params.func = (void *)squares;
    params.gridDim = dim3(n / threads);
    params.blockDim = dim3(threads);
    params.kernelParams = of_squares;
    if (cudaGraphCreate(&graph, 0) != cudaSuccess ||
        cudaGraphAddKernelNode(&needed[0], graph, NULL, 0, &params) != cudaSuccess ||
        cudaGraphAddMemcpyNode1D(&needed[1], graph, NULL, 0, dev_b, numbers, sizeof numbers, // {copy}
                                 cudaMemcpyHostToDevice) != cudaSuccess)
        return 1;
    params.func = (void *)sums;
    params.kernelParams = of_sums;
#ifndef FIXED
    size_t count = 1;
#else
    size_t count = 2;
#endif
    if (cudaGraphAddKernelNode(&sum, graph, needed, count, &params) != cudaSuccess || // {sums}
        cudaGraphAddMemcpyNode1D(&out, graph, &sum, 1, &last, dev_c + n - 1, sizeof last, cudaMemcpyDeviceToHost) !=
            cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    cudaGraphLaunch(exec, 0);
    cudaError_t error = cudaDeviceSynchronize();
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(dev_a);
    cudaFree(dev_b);
    cudaFree(dev_c);
    printf("%s, %s\n", cudaGetErrorString(error), last == (n - 1) * n ? "right" : "wrong");
#ifdef FIXED
    if (last != (n - 1) * n)
        return 1;
#endif
    return error != cudaSuccess;
}
