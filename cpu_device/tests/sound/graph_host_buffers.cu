// SPDX-License-Identifier: MIT
// graph_host_buffers.cu: graphs that copy from and to pageable memory: a vector that lives as long as the graph, and
// changes after each wait; a buffer of a host function; one that is freed when the node has another one, when the node
// is disabled, or when no launch comes any more.
#include <stdio.h>
#include <stdlib.h>
#include <vector>

const int n = 1 << 12, size = n * sizeof(int);

__global__ void add(int *values)
{
    values[blockIdx.x * blockDim.x + threadIdx.x]++;
}

static void use_another(void *data)
{
    std::vector<int> temporary(*static_cast<std::vector<int> *>(data)); // freed while the graph runs
    temporary[0] = 1;
}

int rounds(int *dev, cudaStream_t stream)
{
    std::vector<int> in(n), out(n);
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int wrong = 0;
    cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
    cudaLaunchHostFunc(stream, use_another, &in);
    cudaMemcpyAsync(dev, in.data(), size, cudaMemcpyHostToDevice, stream);
    add<<<n / 256, 256, 0, stream>>>(dev);
    cudaMemcpyAsync(out.data(), dev, size, cudaMemcpyDeviceToHost, stream);
    if (cudaStreamEndCapture(stream, &graph) || cudaGraphInstantiate(&exec, graph, 0))
        return 1;
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < n; i++)
            in[i] = round;
        cudaGraphLaunch(exec, stream);
        std::vector<int> other(n, round); // a buffer that no node uses
        cudaStreamSynchronize(stream);
        wrong += out[n - 1] != round + 1 || other[0] != round;
    }
    cudaGraphLaunch(exec, stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamSynchronize(stream); // and now the vectors go
    return wrong;
}

int another_buffer(int *dev, cudaStream_t stream)
{
    int *first = (int *)malloc(size), *second = (int *)malloc(size), last = -1;
    cudaGraph_t graph;
    cudaGraphNode_t node;
    cudaGraphExec_t exec;
    int wrong = 0;
    for (int i = 0; i < n; i++) {
        first[i] = 1;
        second[i] = 2;
    }
    if (cudaGraphCreate(&graph, 0) ||
        cudaGraphAddMemcpyNode1D(&node, graph, NULL, 0, dev, first, size, cudaMemcpyHostToDevice) ||
        cudaGraphInstantiate(&exec, graph, 0))
        return 1;
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaGraphExecMemcpyNodeSetParams1D(exec, node, dev, second, size, cudaMemcpyHostToDevice);
    free(first);
    cudaGraphLaunch(exec, stream);
    cudaStreamSynchronize(stream);
    cudaMemcpy(&last, dev + n - 1, sizeof last, cudaMemcpyDeviceToHost);
    wrong += last != 2;
    cudaGraphNodeSetEnabled(exec, node, 0);
    free(second);
    wrong += cudaGraphLaunch(exec, stream) != cudaSuccess;
    cudaStreamSynchronize(stream);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    return wrong;
}

int main()
{
    int *dev;
    cudaStream_t stream;
    if (cudaMalloc(&dev, size) || cudaStreamCreate(&stream))
        return 1;
    const int wrong = rounds(dev, stream) + another_buffer(dev, stream);
    printf("%d wrong\n", wrong);
    cudaStreamDestroy(stream);
    cudaFree(dev);
    return wrong != 0;
}
