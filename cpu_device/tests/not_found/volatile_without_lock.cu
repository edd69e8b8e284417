// SPDX-License-Identifier: MIT
// volatile_without_lock.cu: blocks add to a volatile total under a lock, and one block sets the total without the lock.
// An addition between whose load and store that happens is not repeated, so the new value is lost. Volatile accesses do
// not race with one another.
// CPU exits 0
#include <stdio.h>

const int blocks = 8;

__global__ void add(int *lock, volatile int *total)
{
    if (blockIdx.x == 3) {
        *total = 100;
        return;
    }
    while (atomicCAS(lock, 0, 1) != 0)
        ;
    __threadfence();
    *total = *total + 1;
    __threadfence();
    atomicExch(lock, 0);
}

int main()
{
    int *dev, total = 0;
    if (cudaMalloc(&dev, 2 * 128) != cudaSuccess || cudaMemset(dev, 0, 2 * 128) != cudaSuccess)
        return 1;
    add<<<blocks, 1>>>(dev, dev + 32);
    cudaError_t error = cudaMemcpy(&total, dev + 32, sizeof total, cudaMemcpyDeviceToHost);
    cudaFree(dev);
    printf("%d\n", total);
    return error != cudaSuccess;
}
