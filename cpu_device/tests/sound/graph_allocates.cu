// SPDX-License-Identifier: MIT
// graph_allocates.cu: a captured graph allocates its temporary memory, uses and frees it, in three launches.
#include <stdio.h>

const int n = 1024;

__global__ void square(const int *in, int *temporary)
{
    temporary[threadIdx.x] = in[threadIdx.x] * in[threadIdx.x];
}

__global__ void add_to(const int *temporary, int *out)
{
    out[threadIdx.x] += temporary[threadIdx.x];
}

int main()
{
    int *in, *out, *temporary, wrong = 0;
    cudaStream_t stream;
    cudaGraph_t graph;
    cudaGraphExec_t exec;
    if (cudaMallocManaged(&in, n * sizeof(int)) != cudaSuccess ||
        cudaMallocManaged(&out, n * sizeof(int)) != cudaSuccess || cudaStreamCreate(&stream) != cudaSuccess)
        return 1;
    for (int i = 0; i < n; i++) {
        in[i] = i;
        out[i] = 0;
    }
    if (cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal) != cudaSuccess ||
        cudaMallocAsync(&temporary, n * sizeof(int), stream) != cudaSuccess)
        return 1;
    square<<<1, n, 0, stream>>>(in, temporary);
    add_to<<<1, n, 0, stream>>>(temporary, out);
    if (cudaFreeAsync(temporary, stream) != cudaSuccess || cudaStreamEndCapture(stream, &graph) != cudaSuccess ||
        cudaGraphInstantiate(&exec, graph, 0) != cudaSuccess)
        return 1;
    for (int round = 0; round < 3; round++)
        if (cudaGraphLaunch(exec, stream) != cudaSuccess)
            return 1;
    cudaError_t error = cudaStreamSynchronize(stream);
    for (int i = 0; i < n; i++)
        wrong += out[i] != 3 * i * i;
    cudaGraphExecDestroy(exec);
    cudaGraphDestroy(graph);
    cudaStreamDestroy(stream);
    cudaFree(in);
    cudaFree(out);
    if (wrong > 0 || error != cudaSuccess)
        printf("%s, %d wrong\n", cudaGetErrorString(error), wrong);
    return wrong > 0 || error != cudaSuccess;
}
