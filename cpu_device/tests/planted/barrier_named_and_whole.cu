// SPDX-License-Identifier: MIT
// barrier_named_and_whole.cu: one warp of a group waits for the whole block where the group has its own barrier.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says Barrier 1 expects 64 threads: 32 have arrived.
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int threads = 96, group = 64;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void swap(int *out)
{
    __shared__ int values[threads];
    values[threadIdx.x] = threadIdx.x;
    if (threadIdx.x >= group) {
        out[threadIdx.x] = threadIdx.x;
        return;
    }
#ifndef FIXED
    if (threadIdx.x >= 32)
        __syncthreads();
    else
#endif
        sync(1, group);
    out[threadIdx.x] = values[threadIdx.x ^ 32];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    swap<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i < group ? i ^ 32 : i);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
