// SPDX-License-Identifier: MIT
// lazy_loading.cu: whether a kernel in one stream can wait for a kernel that is launched after it into another. The
// first waits at most half a second for a flag that the second sets.
//
//     nvcc -O2 -arch=native -o lazy_loading bench/behaviour/lazy_loading.cu && ./lazy_loading
//
// The guess: it always can, since two streams run beside each other and there is room for both kernels.
#include <stdio.h>
#include <stdlib.h>

#include "../../common/book.h"

static int *flag, *word;
static cudaStream_t streams[2];

__global__ void wait_for_flag(const volatile int *is_set, int *seen)
{
    unsigned long long begin, time;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(begin));
    do
        asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(time));
    while (!*is_set && time - begin < 500000000);
    *seen = *is_set;
}

// One kernel for each way: what one of them has loaded is not loaded for another.
template <int way> __global__ void set_flag(volatile int *to_set)
{
    *to_set = 1;
}

__global__ void set_and_print(volatile int *to_set, int print)
{
    *to_set = 1;
    if (print)
        printf("set\n");
}

static void begin(void)
{
    HANDLE_ERROR(cudaMemset(flag, 0, sizeof *flag));
    HANDLE_ERROR(cudaDeviceSynchronize());
    wait_for_flag<<<1, 1, 0, streams[0]>>>(flag, word);
}

static void end(const char *way)
{
    int seen;
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpy(&seen, word, sizeof seen, cudaMemcpyDeviceToHost));
    printf("%-62s %-9s %s\n", way, "beside it", seen ? "beside it" : "after it");
}

template <int way> static void run(const char *name, void (*use)(void (*)(volatile int *)))
{
    if (use != NULL)
        use(set_flag<way>);
    begin();
    set_flag<way><<<1, 1, 0, streams[1]>>>(flag);
    end(name);
}

static void ask_attributes(void (*kernel)(volatile int *))
{
    cudaFuncAttributes attributes;
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, kernel));
}

static void set_attribute(void (*kernel)(volatile int *))
{
    HANDLE_ERROR(cudaFuncSetAttribute(kernel, cudaFuncAttributePreferredSharedMemoryCarveout, 50));
}

static void ask_occupancy(void (*kernel)(volatile int *))
{
    int blocks;
    HANDLE_ERROR(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, kernel, 32, 0));
}

static void ask_function(void (*kernel)(volatile int *))
{
    cudaFunction_t function;
    HANDLE_ERROR(cudaGetFuncBySymbol(&function, (const void *)kernel));
}

static void launch_it(void (*kernel)(volatile int *))
{
    kernel<<<1, 1, 0, streams[1]>>>(word);
}

static void run_graph(const char *name)
{
    cudaGraph_t graph;
    cudaGraphExec_t ready;
    HANDLE_ERROR(cudaStreamBeginCapture(streams[1], cudaStreamCaptureModeThreadLocal));
    set_flag<100><<<1, 1, 0, streams[1]>>>(flag);
    HANDLE_ERROR(cudaStreamEndCapture(streams[1], &graph));
    HANDLE_ERROR(cudaGraphInstantiate(&ready, graph, 0));
    begin();
    HANDLE_ERROR(cudaGraphLaunch(ready, streams[1]));
    end(name);
    HANDLE_ERROR(cudaGraphExecDestroy(ready));
    HANDLE_ERROR(cudaGraphDestroy(graph));
}

int main(int argc, char **argv)
{
    if (argc > 1)
        setenv("CUDA_MODULE_LOADING", argv[1], 1);
    HANDLE_ERROR(cudaMalloc(&flag, sizeof *flag));
    HANDLE_ERROR(cudaMalloc(&word, sizeof *word));
    HANDLE_ERROR(cudaMemset(word, 0, sizeof *word));
    for (int s = 0; s < 2; ++s)
        HANDLE_ERROR(cudaStreamCreateWithFlags(&streams[s], cudaStreamNonBlocking));
    wait_for_flag<<<1, 1>>>(word, word); // it is loaded
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("%-62s %-9s %s\n", "the second kernel, and what used it before", "a guess", "seen");
    run<0>("nothing", NULL);
    run<0>("its launch in the line above", NULL);
    run<1>("a launch whose end nobody has waited for", launch_it);
    run<2>("cudaFuncGetAttributes()", ask_attributes);
    run<3>("cudaFuncSetAttribute()", set_attribute);
    run<4>("cudaOccupancyMaxActiveBlocksPerMultiprocessor()", ask_occupancy);
    run<5>("cudaGetFuncBySymbol()", ask_function);
    run_graph("cudaGraphInstantiate()");

    cudaFuncAttributes attributes;
    void *arguments[] = {&flag};
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, set_and_print));
    begin();
    set_and_print<<<1, 1, 0, streams[1]>>>(flag, 0);
    end("cudaFuncGetAttributes(); it has a printf(), which it skips");
    begin();
    set_and_print<<<1, 1, 0, streams[1]>>>(flag, 0);
    end("that launch");
    begin();
    HANDLE_ERROR(cudaLaunchCooperativeKernel((const void *)set_flag<2>, dim3(1), dim3(1), arguments, 0, streams[1]));
    end("a launch; now it is cooperative");
    begin();
    HANDLE_ERROR(cudaLaunchCooperativeKernel((const void *)set_flag<2>, dim3(1), dim3(1), arguments, 0, streams[1]));
    end("a cooperative launch; now again");
    for (int s = 0; s < 2; ++s)
        HANDLE_ERROR(cudaStreamDestroy(streams[s]));
    HANDLE_ERROR(cudaFree(flag));
    HANDLE_ERROR(cudaFree(word));
    return 0;
}
