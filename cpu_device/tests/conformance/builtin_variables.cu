// SPDX-License-Identifier: MIT
// builtin_variables.cu: threadIdx, blockIdx, blockDim, gridDim and warpSize in one, two and three dimensions, and dim3.

#include <stdio.h>
#include <stdlib.h>

#include "../handle_error.h"

struct view { // what one thread sees
    uint3 thread, block;
    dim3 block_size, grid_size;
    int warp_size;
};

__global__ void look(view *views)
{
    unsigned int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
    unsigned int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    view mine = {threadIdx, blockIdx, blockDim, gridDim, warpSize};
    views[block * (blockDim.x * blockDim.y * blockDim.z) + thread] = mine;
}

static void show(const char *name, dim3 size)
{
    printf(" %s (%u,%u,%u)", name, size.x, size.y, size.z);
}

static void try_launch(dim3 grid, dim3 block)
{
    unsigned int per_block = block.x * block.y * block.z, threads = grid.x * grid.y * grid.z * per_block;
    view *views, *dev_views;
    HANDLE_NULL(views = (view *)malloc(threads * sizeof(view)));
    HANDLE_ERROR(cudaMalloc((void **)&dev_views, threads * sizeof(view)));
    look<<<grid, block>>>(dev_views);
    HANDLE_ERROR(cudaGetLastError());
    HANDLE_ERROR(cudaMemcpy(views, dev_views, threads * sizeof(view), cudaMemcpyDeviceToHost));

    dim3 thread_sum(0, 0, 0), block_sum(0, 0, 0);
    int wrong = 0;
    for (unsigned int i = 0; i < threads; i++) {
        const view &v = views[i];
        unsigned int t = i % per_block, b = i / per_block;
        wrong +=
            v.thread.x != t % block.x || v.thread.y != t / block.x % block.y || v.thread.z != t / block.x / block.y;
        wrong += v.block.x != b % grid.x || v.block.y != b / grid.x % grid.y || v.block.z != b / grid.x / grid.y;
        wrong += v.block_size.x != block.x || v.block_size.y != block.y || v.block_size.z != block.z;
        wrong += v.grid_size.x != grid.x || v.grid_size.y != grid.y || v.grid_size.z != grid.z || v.warp_size != 32;
        thread_sum.x += v.thread.x, thread_sum.y += v.thread.y, thread_sum.z += v.thread.z;
        block_sum.x += v.block.x, block_sum.y += v.block.y, block_sum.z += v.block.z;
    }
    printf("%u threads, %d wrong:", threads, wrong);
    show("gridDim", views[threads - 1].grid_size);
    show("blockDim", views[threads - 1].block_size);
    show("last threadIdx", views[threads - 1].thread);
    show("last blockIdx", views[threads - 1].block);
    show("sum of threadIdx", thread_sum);
    show("sum of blockIdx", block_sum);
    printf("\n");

    HANDLE_ERROR(cudaFree(dev_views));
    free(views);
}

int main(void)
{
    dim3 none, one(7), two(7, 2), three(7, 2, 3), from_int = 9, from_uint3 = make_uint3(4, 5, 6);
    show("none", none);
    show("one", one);
    show("two", two);
    show("three", three);
    show("from int", from_int);
    show("from uint3", from_uint3);
    uint3 back = three;
    printf(" back %u %u %u, size %zu\n", back.x, back.y, back.z, sizeof(dim3));

    try_launch(1, 1);
    try_launch(5, 100);
    try_launch(1, 1024);
    try_launch(70000, 1);
    try_launch(dim3(3, 4), dim3(16, 8));
    try_launch(dim3(2, 3, 4), dim3(5, 6, 7));
    try_launch(dim3(1, 1, 9), dim3(1, 1, 64));
    try_launch(dim3(1, 300, 2), dim3(1, 3));
    return 0;
}
