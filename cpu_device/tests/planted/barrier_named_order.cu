// SPDX-License-Identifier: MIT
// barrier_named_order.cu: two warps pass the same two barriers in opposite order.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says Barrier 1 expects 64 threads: 32 have arrived.
// CPU says Threads that wait elsewhere and have not arrived there: 32-63
// CPU says Barrier 2 expects 64 threads: 32 have arrived.
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int threads = 64;

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
#ifdef FIXED
    const int first = 1;
#else
    const int first = threadIdx.x < 32 ? 1 : 2;
#endif
    sync(first, threads);
    int other = values[(threadIdx.x + 32) % threads];
    sync(3 - first, threads);
    values[threadIdx.x] = other;
    out[threadIdx.x] = values[threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    swap<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 32) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
