// SPDX-License-Identifier: MIT
// pool_graphs_in_two_streams.cu: one graph allocates memory and another one frees it, and they are launched in streams
// that nothing orders.
// CPU exits 3
// CPU finds race-with-copy
// CPU says cudaFreeAsync() at pool_graphs_in_two_streams.cu:{free} frees
// CPU says cudaMallocAsync() at pool_graphs_in_two_streams.cu:{allocate} allocates
// all exits 0
#include <stdio.h>

int main()
{
    int *values;
    cudaStream_t one, other;
    cudaEvent_t allocated;
    cudaGraph_t first, second;
    cudaGraphExec_t makes, frees;
    if (cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking) || cudaEventCreate(&allocated) ||
        cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking))
        return 1;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaMallocAsync(&values, 4096, one); // {allocate}
    if (cudaStreamEndCapture(one, &first) || cudaGraphInstantiate(&makes, first, 0))
        return 1;
    cudaStreamBeginCapture(one, cudaStreamCaptureModeGlobal);
    cudaFreeAsync(values, one); // {free}
    if (cudaStreamEndCapture(one, &second) || cudaGraphInstantiate(&frees, second, 0))
        return 1;
    for (int round = 0; round < 2; round++) {
        cudaGraphLaunch(makes, one);
#ifdef FIXED
        cudaEventRecord(allocated, one);
        cudaStreamWaitEvent(other, allocated);
#endif
        cudaGraphLaunch(frees, other);
        if (cudaDeviceSynchronize())
            return 1;
    }
    puts("twice");
    cudaGraphExecDestroy(makes);
    cudaGraphExecDestroy(frees);
    cudaGraphDestroy(first);
    cudaGraphDestroy(second);
    cudaEventDestroy(allocated);
    cudaStreamDestroy(one);
    return cudaStreamDestroy(other) != cudaSuccess;
}
