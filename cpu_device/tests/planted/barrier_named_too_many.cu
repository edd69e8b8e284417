// SPDX-License-Identifier: MIT
// barrier_named_too_many.cu: the barrier expects the threads of a larger block.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says barrier 1, for 128 threads: the block has 64.
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include <stdio.h>

const int threads = 64;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void swap(int *out)
{
    __shared__ int values[threads];
    values[threadIdx.x] = threadIdx.x;
#ifdef FIXED
    sync(1, threads);
#else
    sync(1, 128);
#endif
    out[threadIdx.x] = values[(threadIdx.x + 32) % threads];
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
