// SPDX-License-Identifier: MIT
// graph_capture.cu: a stream captured into a graph; a fork and a join by events; the graph launched several times, in
// another stream, and captured itself; what the graph holds.

#include <stdio.h>

#include "../handle_error.h"

const int n = 512;

__global__ void add(int *a, int value)
{
    a[blockIdx.x * blockDim.x + threadIdx.x] += value;
}

__global__ void sum(const int *a, const int *b, int *c)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    c[i] = a[i] + b[i];
}

static void count_call(void *calls)
{
    ++*(int *)calls;
}

static void show_graph(cudaGraph_t graph)
{
    const char *const names[] = {"kernel", "memcpy", "memset", "host", "graph", "empty"};
    size_t nodes = 0, edges = 0, roots = 0;
    HANDLE_ERROR(cudaGraphGetNodes(graph, NULL, &nodes));
    HANDLE_ERROR(cudaGraphGetRootNodes(graph, NULL, &roots));
    HANDLE_ERROR(cudaGraphGetEdges(graph, NULL, NULL, NULL, &edges));
    int of_type[6] = {0};
    cudaGraphNode_t all[16];
    size_t room = 16;
    HANDLE_ERROR(cudaGraphGetNodes(graph, all, &room));
    for (size_t i = 0; i < nodes; i++) {
        cudaGraphNodeType type;
        HANDLE_ERROR(cudaGraphNodeGetType(all[i], &type));
        of_type[type]++;
    }
    printf("%zu nodes, %zu of them roots, %zu edges:", nodes, roots, edges);
    for (int type = 0; type < 6; type++)
        if (of_type[type] > 0)
            printf(" %d %s", of_type[type], names[type]);
    printf("\n");
}

int main(void)
{
    int *dev_a, *dev_b, *dev_c, *host, calls = 0;
    HANDLE_ERROR(cudaMalloc((void **)&dev_a, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_b, n * sizeof(int)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_c, n * sizeof(int)));
    HANDLE_ERROR(cudaMallocHost((void **)&host, n * sizeof(int)));
    HANDLE_ERROR(cudaMemset(dev_a, 0, n * sizeof(int)));
    cudaStream_t stream, side;
    cudaEvent_t fork, join;
    HANDLE_ERROR(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaStreamCreateWithFlags(&side, cudaStreamNonBlocking));
    HANDLE_ERROR(cudaEventCreateWithFlags(&fork, cudaEventDisableTiming));
    HANDLE_ERROR(cudaEventCreateWithFlags(&join, cudaEventDisableTiming));
    HANDLE_ERROR(cudaDeviceSynchronize());

    cudaStreamCaptureStatus status;
    unsigned long long id = 0;
    HANDLE_ERROR(cudaStreamIsCapturing(stream, &status));
    printf("status before: %d\n", (int)status);
    HANDLE_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    HANDLE_ERROR(cudaStreamGetCaptureInfo(stream, &status, &id));
    printf("status in between: %d, with an id: %d\n", (int)status, id != 0);
    add<<<n / 128, 128, 0, stream>>>(dev_a, 1);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaEventRecord(fork, stream));
    HANDLE_ERROR(cudaStreamWaitEvent(side, fork, 0));
    HANDLE_ERROR(cudaStreamIsCapturing(side, &status));
    printf("status of the other stream: %d\n", (int)status);
    HANDLE_ERROR(cudaMemsetAsync(dev_b, 0, n * sizeof(int), side));
    add<<<n / 128, 128, 0, side>>>(dev_b, 100);
    add<<<n / 128, 128, 0, stream>>>(dev_a, 10);
    HANDLE_ERROR(cudaEventRecord(join, side));
    HANDLE_ERROR(cudaStreamWaitEvent(stream, join, 0));
    sum<<<n / 128, 128, 0, stream>>>(dev_a, dev_b, dev_c);
    HANDLE_ERROR(cudaMemcpyAsync(host, dev_c, n * sizeof(int), cudaMemcpyDeviceToHost, stream));
    HANDLE_ERROR(cudaLaunchHostFunc(stream, count_call, &calls));
    cudaGraph_t graph;
    HANDLE_ERROR(cudaStreamEndCapture(stream, &graph));
    HANDLE_ERROR(cudaStreamIsCapturing(side, &status));
    printf("status after: %d\n", (int)status);
    show_graph(graph);
    printf("calls so far: %d\n", calls);

    cudaGraphExec_t exec;
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    for (int launch = 0; launch < 3; launch++)
        HANDLE_ERROR(cudaGraphLaunch(exec, stream));
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("after three launches: %d, %d calls\n", host[n - 1], calls);
    HANDLE_ERROR(cudaGraphLaunch(exec, stream));
    HANDLE_ERROR(cudaGraphLaunch(exec, side)); // after the launch before it, though in another stream
    HANDLE_ERROR(cudaStreamSynchronize(side));
    printf("after five: %d, %d calls\n", host[0], calls);

    // a launch of a graph is not captured
    cudaGraph_t outer = NULL;
    HANDLE_ERROR(cudaStreamBeginCapture(side, cudaStreamCaptureModeRelaxed));
    printf("a graph in a capture: %s\n", cudaGetErrorName(cudaGraphLaunch(exec, side)));
    if (cudaStreamEndCapture(side, &outer) == cudaSuccess)
        HANDLE_ERROR(cudaGraphDestroy(outer));
    cudaGetLastError();

    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaGraphLaunch(exec, stream)); // which does not need the graph that it was made of
    HANDLE_ERROR(cudaStreamSynchronize(stream));
    printf("without the graph: %d\n", host[n / 2]);
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaEventDestroy(fork));
    HANDLE_ERROR(cudaEventDestroy(join));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaStreamDestroy(side));
    HANDLE_ERROR(cudaFree(dev_a));
    HANDLE_ERROR(cudaFree(dev_b));
    HANDLE_ERROR(cudaFree(dev_c));
    HANDLE_ERROR(cudaFreeHost(host));
    return 0;
}
