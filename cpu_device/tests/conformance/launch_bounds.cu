// SPDX-License-Identifier: MIT
// launch_bounds.cu: a kernel with __launch_bounds__ takes blocks of so many threads and no more; cudaFuncGetAttributes.

#include <stdio.h>

#include "../handle_error.h"

__device__ int runs;

__global__ void __launch_bounds__(128) bounded()
{
    if (threadIdx.x == 0)
        atomicAdd(&runs, 1);
}

__global__ void __launch_bounds__(256, 2) bounded_twice()
{
    if (threadIdx.x == 0)
        atomicAdd(&runs, 1);
}

__global__ void unbounded()
{
    __shared__ double shared[100];
    shared[threadIdx.x] = 1;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&runs, (int)shared[31]);
}

static void show(const char *what)
{
    int ran, none = 0;
    printf("%s: launch %s, ", what, cudaGetErrorName(cudaGetLastError()));
    HANDLE_ERROR(cudaDeviceSynchronize());
    HANDLE_ERROR(cudaMemcpyFromSymbol(&ran, runs, sizeof ran));
    HANDLE_ERROR(cudaMemcpyToSymbol(runs, &none, sizeof none));
    printf("%s\n", ran ? "ran" : "did not run");
}

#define LAUNCH(kernel, block)                                                                                          \
    kernel<<<1, block>>>();                                                                                            \
    show(#kernel ", block " #block)

static void show_attributes(const char *what, cudaFuncAttributes a)
{
    printf("%s: at most %d threads, %zu bytes of static shared memory, at most %d of dynamic\n", what,
           a.maxThreadsPerBlock, a.sharedSizeBytes, a.maxDynamicSharedSizeBytes);
}

int main(void)
{
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    LAUNCH(bounded, 128);
    LAUNCH(bounded, 129);
    LAUNCH(bounded, 256);
    LAUNCH(bounded_twice, dim3(16, 16));
    LAUNCH(bounded_twice, dim3(16, 17));
    LAUNCH(unbounded, 32);

    cudaFuncAttributes attributes;
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, bounded));
    show_attributes("bounded", attributes);
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, bounded_twice));
    show_attributes("bounded_twice", attributes);
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, unbounded));
    show_attributes("unbounded", attributes);
    HANDLE_ERROR(cudaFuncSetAttribute(unbounded, cudaFuncAttributeMaxDynamicSharedMemorySize, 100000));
    HANDLE_ERROR(cudaFuncGetAttributes(&attributes, unbounded));
    show_attributes("unbounded, raised", attributes);
    return 0;
}
