// SPDX-License-Identifier: MIT
// pool_handed_on.cu: memory is allocated in one stream, used in another one and freed in a third, in the order that
// events, waits of the host, a host function or a graph give.
#include <stdio.h>

const int size = 1 << 16, ways = 6;

__global__ void add(char *values)
{
    values[blockIdx.x * blockDim.x + threadIdx.x]++;
}

// The second stream goes on after the first one, by each kind of wait.
int wait_for(int way, cudaStream_t first, cudaStream_t second, cudaEvent_t event)
{
    switch (way % 3) {
    case 0: cudaEventRecord(event, first); return cudaStreamWaitEvent(second, event);
    case 1: return cudaStreamSynchronize(first);
    default: cudaEventRecord(event, first); return cudaEventSynchronize(event);
    }
}

void use(int way, char *pool, char *host, cudaStream_t stream)
{
    if (way % 2 == 0)
        add<<<size / 256, 256, 0, stream>>>(pool);
    cudaMemcpyAsync(host, pool, size, cudaMemcpyDeviceToHost, stream);
    if (way == 5)
        cudaMemsetAsync(pool, 0, size, stream);
}

int main()
{
    char *pool, *host;
    cudaStream_t streams[3];
    cudaEvent_t event;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    int wrong = 0;
    for (int i = 0; i < 3; i++)
        if (cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking))
            return 1;
    if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming) || cudaMallocHost(&host, size))
        return 1;
    for (int way = 0; way < ways; way++) {
        if (cudaMallocAsync(&pool, size, streams[0]))
            return 1;
        cudaMemsetAsync(pool, way, size, streams[0]);
        if (wait_for(way, streams[0], streams[1], event))
            return 1;
        use(way, pool, host, streams[1]);
        if (wait_for(way / 2, streams[1], streams[2], event))
            return 1;
        cudaFreeAsync(pool, streams[2]);
        cudaStreamSynchronize(streams[1]);
        wrong += host[size - 1] != way + (way % 2 == 0);
        if (cudaStreamSynchronize(streams[2]))
            return 1;
    }
    // Freed while another stream copies other memory, and after a graph that a stream waits for.
    char *kept;
    if (cudaMalloc(&kept, size) || cudaMemset(kept, 3, size) || cudaDeviceSynchronize() ||
        cudaMallocAsync(&pool, size, streams[0]))
        return 1;
    cudaMemcpyAsync(host, kept, size, cudaMemcpyDeviceToHost, streams[2]);
    cudaStreamBeginCapture(streams[0], cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(pool, kept, size, cudaMemcpyDeviceToDevice, streams[0]);
    if (cudaStreamEndCapture(streams[0], &graph) || cudaGraphInstantiate(&exec, graph, 0))
        return 1;
    cudaGraphLaunch(exec, streams[0]);
    cudaEventRecord(event, streams[0]);
    cudaStreamWaitEvent(streams[1], event);
    cudaFreeAsync(pool, streams[1]);
    cudaDeviceSynchronize();
    wrong += host[size - 1] != 3;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaFree(kept);
    cudaFreeHost(host);
    cudaEventDestroy(event);
    for (int i = 0; i < 3; i++)
        cudaStreamDestroy(streams[i]);
    printf("%d wrong\n", wrong);
    return wrong != 0;
}
