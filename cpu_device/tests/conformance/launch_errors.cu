// SPDX-License-Identifier: MIT
// launch_errors.cu: launches that are refused, with which error, and that nothing of them runs.

#include <stdio.h>

#include "../handle_error.h"

__device__ int runs;

__global__ void count()
{
    if (threadIdx.x + threadIdx.y + threadIdx.z + blockIdx.x + blockIdx.y + blockIdx.z == 0)
        atomicAdd(&runs, 1);
}

// The same, with dynamic shared memory.
__global__ void count_dynamic()
{
    extern __shared__ int dynamic[];
    dynamic[threadIdx.x] = 1;
    if (threadIdx.x == 0)
        atomicAdd(&runs, dynamic[0]);
}

// And with 1 KB of static shared memory besides.
__global__ void count_static()
{
    __shared__ int fixed[256];
    extern __shared__ int dynamic[];
    fixed[threadIdx.x] = 1;
    dynamic[threadIdx.x] = 2;
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(&runs, fixed[255] * dynamic[255]);
}

static void show(const char *what)
{
    int ran, none = 0;
    printf("%s: launch %s, ", what, cudaGetErrorName(cudaGetLastError()));
    printf("synchronize %s, ", cudaGetErrorName(cudaDeviceSynchronize()));
    HANDLE_ERROR(cudaMemcpyFromSymbol(&ran, runs, sizeof ran));
    HANDLE_ERROR(cudaMemcpyToSymbol(runs, &none, sizeof none));
    printf("%s, then %s\n", ran ? "ran" : "did not run", cudaGetErrorName(cudaGetLastError()));
}

static void show_last()
{
    printf("last error %s\n", cudaGetErrorName(cudaGetLastError()));
}

#define LAUNCH(kernel, grid, block, shared)                                                                            \
    kernel<<<grid, block, shared>>>();                                                                                 \
    show(#kernel ", grid " #grid ", block " #block ", shared " #shared)
#define SHOW(call) printf("%s: %s, ", #call, cudaGetErrorName(call)), show_last()

int main(void)
{
    const int KB = 1024;
    HANDLE_ERROR(cudaFree(0)); // where there is no device the program ends here
    LAUNCH(count, 1, 1, 0);
    LAUNCH(count, 1, 1024, 0);
    LAUNCH(count, 1, 1025, 0);
    LAUNCH(count, 1, dim3(32, 32), 0);
    LAUNCH(count, 1, dim3(32, 32, 2), 0);
    LAUNCH(count, 1, dim3(1, 1024), 0);
    LAUNCH(count, 1, dim3(1, 1, 64), 0);
    LAUNCH(count, 1, dim3(1, 1, 65), 0);
    LAUNCH(count, 1, dim3(65536, 65536, 1), 0);
    LAUNCH(count, 0, 1, 0);
    LAUNCH(count, 1, 0, 0);
    LAUNCH(count, dim3(1, 0), 1, 0);
    LAUNCH(count, 1, dim3(1, 1, 0), 0);
    LAUNCH(count, dim3(1, 65535), 1, 0);
    LAUNCH(count, dim3(1, 65536), 1, 0);
    LAUNCH(count, dim3(1, 1, 65536), 1, 0);
    LAUNCH(count, 0x80000000u, 1, 0);

    LAUNCH(count_dynamic, 1, 256, 48 * KB);
    LAUNCH(count_dynamic, 1, 256, 48 * KB + 1);
    LAUNCH(count_dynamic, 1, 256, 227 * KB);
    LAUNCH(count_static, 1, 256, 47 * KB);
    LAUNCH(count_static, 1, 256, 48 * KB);

    // the limit can be raised, up to what the device has
    SHOW(cudaFuncSetAttribute(count_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 100 * KB));
    LAUNCH(count_dynamic, 1, 256, 100 * KB);
    LAUNCH(count_dynamic, 1, 256, 100 * KB + 1);
    SHOW(cudaFuncSetAttribute(count_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * KB));
    LAUNCH(count_dynamic, 1, 256, 227 * KB);
    SHOW(cudaFuncSetAttribute(count_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * KB + 1));
    LAUNCH(count_dynamic, 1, 256, 227 * KB);
    SHOW(cudaFuncSetAttribute(count_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, -1));

    // static memory counts, and another kernel has a limit of its own
    LAUNCH(count_static, 1, 256, 100 * KB);
    SHOW(cudaFuncSetAttribute(count_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * KB));
    SHOW(cudaFuncSetAttribute(count_static, cudaFuncAttributeMaxDynamicSharedMemorySize, 226 * KB));
    LAUNCH(count_static, 1, 256, 226 * KB);

    // and lowered again
    SHOW(cudaFuncSetAttribute(count_dynamic, cudaFuncAttributeMaxDynamicSharedMemorySize, 0));
    LAUNCH(count_dynamic, 1, 256, 48 * KB);
    LAUNCH(count_dynamic, 1, 256, 100 * KB);
    return 0;
}
