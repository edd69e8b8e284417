// SPDX-License-Identifier: MIT
// pool_freed_during_graph.cu: a graph that was launched before copies from memory that another stream frees.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at pool_freed_during_graph.cu:{free} frees
// CPU says cudaMemcpyAsync() at pool_freed_during_graph.cu:{copy} reads
// memcheck exits 3
#include <stdio.h>

const int size = 1 << 20;

int main()
{
    char *pool, *host;
    cudaStream_t owner, user;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaStreamCreateWithFlags(&owner, cudaStreamNonBlocking) || cudaMallocHost(&host, size) ||
        cudaStreamCreateWithFlags(&user, cudaStreamNonBlocking) || cudaMallocAsync(&pool, size, owner))
        return 1;
    cudaMemsetAsync(pool, 1, size, owner);
    cudaStreamSynchronize(owner);
    cudaStreamBeginCapture(user, cudaStreamCaptureModeGlobal);
    cudaMemcpyAsync(host, pool, size, cudaMemcpyDeviceToHost, user); // {copy}
    if (cudaStreamEndCapture(user, &graph) || cudaGraphInstantiate(&exec, graph, 0))
        return 1;
    cudaGraphLaunch(exec, user);
#ifdef FIXED
    cudaStreamSynchronize(user);
#endif
    cudaFreeAsync(pool, owner); // {free}
    if (cudaDeviceSynchronize())
        return 1;
    printf("%d\n", host[size - 1]);
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(owner);
    cudaStreamDestroy(user);
    cudaFreeHost(host);
    return 0;
}
