// SPDX-License-Identifier: MIT
// heap_pointers.cu: what the host gets when it uses memory that a kernel has allocated, and frees where it may not.
// Errors on purpose.

#include <stdio.h>

#include "../handle_error.h"

__device__ int *from_kernel;
static void *page_locked, *more;
static cudaError_t answers[2];

__global__ void allocate(void)
{
    from_kernel = (int *)malloc(64);
    *from_kernel = 7;
}

__global__ void release(int *value)
{
    *value = *from_kernel;
    free(from_kernel);
}

static void CUDART_CB try_to_free(void *)
{
    answers[0] = cudaFree(more);
    answers[1] = cudaFreeHost(page_locked);
}

#define SHOW(call) printf("%s: %s\n", #call, cudaGetErrorName(call))

int main(void)
{
    int *p, *dev_value, value = 0;
    cudaPointerAttributes attributes;
    HANDLE_ERROR(cudaMalloc((void **)&dev_value, sizeof value));
    allocate<<<1, 1>>>();
    HANDLE_ERROR(cudaMemcpyFromSymbol(&p, from_kernel, sizeof p));
    SHOW(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDeviceToHost));
    SHOW(cudaMemcpy(&value, p, sizeof value, cudaMemcpyDefault));
    SHOW(cudaFree(p));
    SHOW(cudaPointerGetAttributes(&attributes, p));
    printf("%s\n", attributes.type == cudaMemoryTypeUnregistered ? "unregistered" : "known");
    release<<<1, 1>>>(dev_value);
    SHOW(cudaMemcpy(&value, dev_value, sizeof value, cudaMemcpyDeviceToHost));
    printf("%d\n", value);

    HANDLE_ERROR(cudaMalloc(&more, 4));
    HANDLE_ERROR(cudaMallocHost(&page_locked, 4));
    HANDLE_ERROR(cudaLaunchHostFunc(0, try_to_free, NULL));
    HANDLE_ERROR(cudaDeviceSynchronize());
    printf("in a host function: %s, %s\n", cudaGetErrorName(answers[0]), cudaGetErrorName(answers[1]));
    HANDLE_ERROR(cudaFree(more));
    HANDLE_ERROR(cudaFreeHost(page_locked));
    HANDLE_ERROR(cudaFree(dev_value));
    return 0;
}
