// SPDX-License-Identifier: MIT
// graph_parameters.cu: nodes of every type by cudaGraphAddNode(), what they say that they were made of, and changes of
// that.

#include <stdio.h>

#include "../handle_error.h"

#define SHOW(call) (printf("%s: %s\n", #call, cudaGetErrorName(call)), (void)cudaGetLastError())

const int N = 256;
static int calls;

static void count_call(void *by)
{
    calls += *(int *)by;
}

__global__ void add(int *data, int value)
{
    data[threadIdx.x + blockIdx.x * blockDim.x] += value;
}

__global__ void none(void) {}

static void run(cudaGraphExec_t exec, const int *host, const char *when)
{
    HANDLE_ERROR(cudaGraphLaunch(exec, 0));
    HANDLE_ERROR(cudaDeviceSynchronize());
    int sum = 0;
    for (int i = 0; i < N; ++i)
        sum += host[i];
    printf("%s: sum %d, first %d, last %d, calls %d\n", when, sum, host[0], host[N - 1], calls);
}

int main(void)
{
    int *dev, *host, value = 5, one = 1, ten = 10;
    HANDLE_ERROR(cudaMalloc(&dev, N * sizeof *dev));
    HANDLE_ERROR(cudaMallocHost(&host, N * sizeof *host));
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t fill, kernel, copy, call, empty;
    HANDLE_ERROR(cudaGraphCreate(&graph, 0));

    cudaGraphNodeParams what = {};
    what.type = cudaGraphNodeTypeMemset;
    what.memset.dst = dev;
    what.memset.value = 3;
    what.memset.elementSize = 4;
    what.memset.width = N;
    what.memset.height = 1;
    SHOW(cudaGraphAddNode(&fill, graph, NULL, NULL, 0, &what));
    void *arguments[] = {&dev, &value};
    what = {};
    what.type = cudaGraphNodeTypeKernel;
    what.kernel.func = (void *)add;
    what.kernel.gridDim = dim3(4);
    what.kernel.blockDim = dim3(N / 4);
    what.kernel.kernelParams = arguments;
    SHOW(cudaGraphAddNode(&kernel, graph, &fill, NULL, 1, &what));
    what = {};
    what.type = cudaGraphNodeTypeMemcpy;
    what.memcpy.copyParams.srcPtr = make_cudaPitchedPtr(dev, N * sizeof *dev, N, 1);
    what.memcpy.copyParams.dstPtr = make_cudaPitchedPtr(host, N * sizeof *host, N, 1);
    what.memcpy.copyParams.extent = make_cudaExtent(N * sizeof *dev, 1, 1);
    what.memcpy.copyParams.kind = cudaMemcpyDeviceToHost;
    SHOW(cudaGraphAddNode(&copy, graph, &kernel, NULL, 1, &what));
    what = {};
    what.type = cudaGraphNodeTypeHost;
    what.host.fn = count_call;
    what.host.userData = &one;
    SHOW(cudaGraphAddNode(&call, graph, &copy, NULL, 1, &what));
    what = {};
    what.type = cudaGraphNodeTypeEmpty;
    SHOW(cudaGraphAddNode(&empty, graph, &call, NULL, 1, &what));

    cudaMemsetParams filled;
    SHOW(cudaGraphMemsetNodeGetParams(fill, &filled));
    printf("%d %u %u %zu %zu\n", filled.dst == dev, filled.value, filled.elementSize, filled.width, filled.height);
    cudaMemcpy3DParms copied;
    SHOW(cudaGraphMemcpyNodeGetParams(copy, &copied));
    printf("%d %d %zu %zu %zu %d\n", copied.srcPtr.ptr == dev, copied.dstPtr.ptr == host, copied.extent.width,
           copied.extent.height, copied.extent.depth, (int)copied.kind);
    cudaHostNodeParams called;
    SHOW(cudaGraphHostNodeGetParams(call, &called));
    printf("%d %d\n", called.fn == count_call, called.userData == &one);
    cudaKernelNodeParams launched;
    SHOW(cudaGraphKernelNodeGetParams(kernel, &launched));
    printf("%d %u %u %u\n", launched.func == (void *)add, launched.gridDim.x, launched.blockDim.x,
           launched.sharedMemBytes);
    SHOW(cudaGraphMemsetNodeGetParams(kernel, &filled));
    HANDLE_ERROR(cudaGraphInstantiate(&exec, graph, 0));
    run(exec, host, "as made");

    launched.gridDim = dim3(2); // with the same arguments
    SHOW(cudaGraphExecKernelNodeSetParams(exec, kernel, &launched));
    run(exec, host, "half of it");
    filled.value = 100;
    SHOW(cudaGraphExecMemsetNodeSetParams(exec, fill, &filled));
    what = {};
    what.type = cudaGraphNodeTypeHost;
    what.host.fn = count_call;
    what.host.userData = &ten;
    SHOW(cudaGraphExecNodeSetParams(exec, call, &what));
    run(exec, host, "more");

    // of a captured one
    cudaStream_t stream;
    cudaGraph_t captured;
    size_t count = 1;
    cudaGraphNode_t node;
    HANDLE_ERROR(cudaStreamCreate(&stream));
    HANDLE_ERROR(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
    none<<<3, 32, 16, stream>>>();
    HANDLE_ERROR(cudaStreamEndCapture(stream, &captured));
    HANDLE_ERROR(cudaGraphGetNodes(captured, &node, &count));
    SHOW(cudaGraphKernelNodeGetParams(node, &launched));
    printf("%d %u %u %u\n", launched.func == (void *)none, launched.gridDim.x, launched.blockDim.x,
           launched.sharedMemBytes);
    cudaEvent_t events[2], found;
    for (cudaEvent_t &event : events)
        HANDLE_ERROR(cudaEventCreate(&event));
    HANDLE_ERROR(cudaGraphAddEventRecordNode(&node, captured, NULL, 0, events[0]));
    SHOW(cudaGraphEventRecordNodeSetEvent(node, events[1]));
    SHOW(cudaGraphEventRecordNodeGetEvent(node, &found));
    printf("%d\n", found == events[1]);
    SHOW(cudaGraphEventWaitNodeGetEvent(node, &found));

    for (cudaEvent_t event : events)
        HANDLE_ERROR(cudaEventDestroy(event));
    HANDLE_ERROR(cudaGraphDestroy(captured));
    HANDLE_ERROR(cudaGraphExecDestroy(exec));
    HANDLE_ERROR(cudaGraphDestroy(graph));
    HANDLE_ERROR(cudaStreamDestroy(stream));
    HANDLE_ERROR(cudaFreeHost(host));
    HANDLE_ERROR(cudaFree(dev));
    return 0;
}
