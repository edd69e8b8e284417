// SPDX-License-Identifier: MIT
// blocks_unlock_without_fence.cu: there is a fence after the lock is taken, but none before it is released.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include <stdio.h>

const int blocks = 9;

struct list {
    int mutex, length, items[blocks];
};

__global__ void append(list *all)
{
    while (atomicCAS(&all->mutex, 0, 1) != 0)
        ;
    __threadfence();
    int at = all->length; // {read}
    all->items[at] = blockIdx.x;
    all->length = at + 1; // {write}
#ifdef FIXED
    __threadfence();
#endif
    atomicExch(&all->mutex, 0);
}

int main()
{
    list *dev_all, all = {};
    if (cudaMalloc(&dev_all, sizeof all) != cudaSuccess || cudaMemset(dev_all, 0, sizeof all) != cudaSuccess)
        return 1;
    append<<<blocks, 1>>>(dev_all);
    cudaError_t error = cudaMemcpy(&all, dev_all, sizeof all, cudaMemcpyDeviceToHost);
    cudaFree(dev_all);
    printf("%s, %d\n", cudaGetErrorString(error), all.length);
#ifdef FIXED
    int seen = 0;
    for (int item : all.items)
        seen |= 1 << item;
    if (all.length != blocks || seen != (1 << blocks) - 1)
        return 1;
#endif
    return error != cudaSuccess;
}
