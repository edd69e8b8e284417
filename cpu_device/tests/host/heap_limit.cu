// SPDX-License-Identifier: MIT
// heap_limit.cu: malloc() in kernels gives no more than the heap has: 8 MB, or what cudaLimitMallocHeapSize says. What
// is freed can be had again. The limit cannot change after that.
// CPU exits 0
// CPU prints 8 MB: 7 blocks of a megabyte, then 7
// more exits 0
// more prints 64 MB: 63 blocks of a megabyte, then 63
// null exits 3
// null says Error: illegal address
// null says malloc() in a kernel has returned null: its heap has 8 MB
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

// Allocates until there is no more, and frees all.
__global__ void fill(size_t size, int *count)
{
    void *last = NULL;
    for (*count = 0;; ++*count) {
        void **p = (void **)malloc(size);
        if (p == NULL)
            break;
        *p = last;
        last = p;
    }
    while (last != NULL) {
        void *before = *(void **)last;
        free(last);
        last = before;
    }
}

__device__ int *found;

__global__ void do_not_ask()
{
    found = (int *)malloc(16 << 20);
    found[threadIdx.x] = 1;
}

int main(int argc, char **argv)
{
    size_t limit;
    int *count, first, second, small;
    if (argc > 1 && strcmp(argv[1], "more") == 0 &&
        cudaDeviceSetLimit(cudaLimitMallocHeapSize, 64 << 20) != cudaSuccess)
        return 1;
    if (argc > 1 && strcmp(argv[1], "null") == 0) {
        do_not_ask<<<1, 1>>>();
        cudaDeviceSynchronize();
        return 0;
    }
    cudaDeviceGetLimit(&limit, cudaLimitMallocHeapSize);
    if (cudaMallocManaged(&count, sizeof *count) != cudaSuccess)
        return 1;
    fill<<<1, 1>>>(1 << 20, count);
    cudaDeviceSynchronize();
    first = *count;
    fill<<<1, 1>>>(1 << 20, count);
    cudaDeviceSynchronize();
    second = *count;
    fill<<<1, 1>>>(1000, count);
    cudaDeviceSynchronize();
    small = *count;
    printf("%zu MB: %d blocks of a megabyte, then %d\n", limit >> 20, first, second);
    cudaFree(count);
    // an H100 gives 3778
    return small < 3778 || small > (int)(limit / 1000) ||
           cudaDeviceSetLimit(cudaLimitMallocHeapSize, 1 << 30) == cudaSuccess;
}
