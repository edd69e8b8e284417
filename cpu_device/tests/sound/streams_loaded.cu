// SPDX-License-Identifier: MIT
// streams_loaded.cu: a kernel waits for one that is launched after it into another stream, and that is loaded by then:
// by a launch, by each call that loads kernels, by a graph; or it waits only for a while.
#include <stdio.h>

static int *flag, *word;
static cudaStream_t waiter, setter;

__global__ void wait_for(const volatile int *is_set, int *out)
{
    while (*is_set == 0)
        ;
    *out = *is_set;
}

__global__ void wait_a_while(const volatile int *is_set, int *out)
{
    for (int looks = 0; *is_set == 0 && looks < 1000; ++looks)
        ;
    *out = 1;
}

template <int way> __global__ void set(volatile int *to_set)
{
    *to_set = 1;
}

static int begin(void)
{
    cudaMemset(flag, 0, sizeof *flag);
    cudaMemset(word, 0, sizeof *word);
    return cudaDeviceSynchronize() != cudaSuccess;
}

static int end(void)
{
    int out = 0;
    cudaDeviceSynchronize();
    cudaMemcpy(&out, word, sizeof out, cudaMemcpyDeviceToHost);
    return out != 1;
}

template <int way> static int run(void)
{
    int wrong = begin();
    wait_for<<<1, 1, 0, waiter>>>(flag, word);
    set<way><<<1, 1, 0, setter>>>(flag);
    return wrong + end();
}

static int run_graph(void)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    cudaStreamBeginCapture(setter, cudaStreamCaptureModeThreadLocal);
    set<6><<<1, 1, 0, setter>>>(flag);
    cudaStreamEndCapture(setter, &graph);
    cudaGraphInstantiate(&ready, graph, 0);
    int wrong = begin();
    wait_for<<<1, 1, 0, waiter>>>(flag, word);
    cudaGraphLaunch(ready, setter);
    wrong += end();
    cudaGraphExecDestroy(ready);
    cudaGraphDestroy(graph);
    return wrong;
}

int main(void)
{
    cudaFuncAttributes attributes;
    cudaFunction_t function;
    int blocks, threads, wrong = 0;
    if (cudaMalloc(&flag, sizeof *flag) || cudaMalloc(&word, sizeof *word))
        return 77;
    cudaStreamCreateWithFlags(&waiter, cudaStreamNonBlocking);
    cudaStreamCreateWithFlags(&setter, cudaStreamNonBlocking);

    wrong += begin();
    set<0><<<1, 1, 0, setter>>>(flag); // launched first, so it needs no load while the other one waits
    wait_for<<<1, 1, 0, waiter>>>(flag, word);
    wrong += end();
    wrong += run<0>();
    cudaFuncGetAttributes(&attributes, set<1>);
    wrong += run<1>();
    cudaFuncSetAttribute(set<2>, cudaFuncAttributePreferredSharedMemoryCarveout, 50);
    wrong += run<2>();
    cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, set<3>, 32, 0);
    wrong += run<3>();
    cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, set<4>, 0, 0);
    wrong += run<4>();
    cudaGetFuncBySymbol(&function, (const void *)set<5>);
    wrong += run<5>();
    wrong += run_graph();

    wrong += begin();
    wait_a_while<<<1, 1, 0, waiter>>>(flag, word); // ends by itself, and then the other is loaded
    set<7><<<1, 1, 0, setter>>>(flag);
    wrong += end();

    printf("%d wrong\n", wrong);
    cudaStreamDestroy(waiter);
    cudaStreamDestroy(setter);
    cudaFree(flag);
    cudaFree(word);
    return wrong != 0;
}
