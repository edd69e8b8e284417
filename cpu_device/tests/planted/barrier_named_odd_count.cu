// SPDX-License-Identifier: MIT
// barrier_named_odd_count.cu: 48 threads share a barrier, but only whole warps can.
// CPU exits 3
// CPU finds wrong-barrier
// memcheck exits 3
// memcheck prints Program hit cudaErrorIllegalInstruction (error 715)
#include <stdio.h>

const int threads = 64, users = 48;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void rotate(int *out)
{
    __shared__ int values[users];
    if (threadIdx.x < users)
        values[threadIdx.x] = threadIdx.x;
#ifdef FIXED
    sync(1, threads);
#else
    sync(1, users); // {sync}
#endif
    if (threadIdx.x < users)
        out[threadIdx.x] = values[(threadIdx.x + 1) % users];
}

int main(void)
{
    int *dev, out[users], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    rotate<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < users; i++)
        wrong += out[i] != (i + 1) % users;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
