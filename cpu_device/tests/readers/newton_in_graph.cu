// SPDX-License-Identifier: MIT
// newton_in_graph.cu: square roots by Newton's iteration that runs in a graph until all of them are good enough
// Feature: a conditional node (while), its body captured from a stream, a kernel that sets the condition
#include <cuda_runtime.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define CHECK(call)                                                                                                    \
    if ((call) != cudaSuccess) {                                                                                       \
        fprintf(stderr, "%s, line %d: %s\n", #call, __LINE__, cudaGetErrorString(cudaGetLastError()));                 \
        exit(1);                                                                                                       \
    }

constexpr int N = 4096;

__global__ void newton(double *x, const double *a, int *unfinished)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double old = x[i], better = 0.5 * (old + a[i] / old);
    x[i] = better;
    if (fabs(better - old) > 1e-12 * better)
        atomicAdd(unfinished, 1);
}

__global__ void again(cudaGraphConditionalHandle handle, int *unfinished, int *rounds)
{
    *rounds += 1;
    cudaGraphSetConditional(handle, *unfinished > 0 && *rounds < 100 ? 1 : 0);
    *unfinished = 0;
}

__global__ void start(double *x, const double *a, int *unfinished, int *rounds)
{
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    x[i] = a[i] < 1 ? 1 : a[i];
    if (i == 0)
        *unfinished = *rounds = 0;
}

int main()
{
    double *a, *x, *h = (double *)malloc(N * sizeof(double)), *r = (double *)malloc(N * sizeof(double));
    int *unfinished, *rounds, h_rounds;
    for (int i = 0; i < N; i++)
        h[i] = pow(1.01, i % 700) * (1 + i % 3);
    CHECK(cudaMalloc(&a, N * sizeof(double)));
    CHECK(cudaMalloc(&x, N * sizeof(double)));
    CHECK(cudaMalloc(&unfinished, sizeof(int)));
    CHECK(cudaMalloc(&rounds, sizeof(int)));
    CHECK(cudaMemcpy(a, h, N * sizeof(double), cudaMemcpyHostToDevice));

    cudaGraph_t graph;
    cudaGraphExec_t exec;
    cudaGraphNode_t begin, loop;
    cudaStream_t stream;
    CHECK(cudaStreamCreate(&stream));
    CHECK(cudaGraphCreate(&graph, 0));
    void *args[] = {&x, &a, &unfinished, &rounds};
    cudaKernelNodeParams p = {};
    p.func = (void *)start;
    p.gridDim = dim3(N / 256);
    p.blockDim = dim3(256);
    p.kernelParams = args;
    CHECK(cudaGraphAddKernelNode(&begin, graph, NULL, 0, &p));

    cudaGraphConditionalHandle handle;
    CHECK(cudaGraphConditionalHandleCreate(&handle, graph, 1, cudaGraphCondAssignDefault));
    cudaGraphNodeParams cParams = {cudaGraphNodeTypeConditional};
    cParams.conditional.handle = handle;
    cParams.conditional.type = cudaGraphCondTypeWhile;
    cParams.conditional.size = 1;
    CHECK(cudaGraphAddNode(&loop, graph, &begin, NULL, 1, &cParams));
    cudaGraph_t bodyGraph = cParams.conditional.phGraph_out[0];
    CHECK(cudaStreamBeginCaptureToGraph(stream, bodyGraph, nullptr, nullptr, 0, cudaStreamCaptureModeGlobal));
    newton<<<N / 256, 256, 0, stream>>>(x, a, unfinished);
    again<<<1, 1, 0, stream>>>(handle, unfinished, rounds);
    CHECK(cudaStreamEndCapture(stream, &bodyGraph));

    CHECK(cudaGraphInstantiate(&exec, graph, 0));
    int bad = 0;
    for (int launch = 0; launch < 3; launch++) {
        CHECK(cudaGraphLaunch(exec, stream));
        CHECK(cudaMemcpyAsync(r, x, N * sizeof(double), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaMemcpyAsync(&h_rounds, rounds, sizeof(int), cudaMemcpyDeviceToHost, stream));
        CHECK(cudaStreamSynchronize(stream));
        for (int i = 0; i < N; i++)
            bad += !(fabs(r[i] - sqrt(h[i])) <= 1e-10 * sqrt(h[i]));
    }
    printf("%d roots in %d rounds, %d bad\n", N, h_rounds, bad);
    CHECK(cudaGraphExecDestroy(exec));
    CHECK(cudaGraphDestroy(graph));
    CHECK(cudaStreamDestroy(stream));
    CHECK(cudaFree(a));
    CHECK(cudaFree(x));
    CHECK(cudaFree(unfinished));
    CHECK(cudaFree(rounds));
    free(h);
    free(r);
    return bad != 0;
}
