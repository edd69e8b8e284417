// SPDX-License-Identifier: MIT
// barrier_named_too_high.cu: each pair of warps takes its own barrier, and the ninth pair would need the seventeenth.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says barrier 16: a block has the barriers 0 to 15.
// all exits 0
#include <stdio.h>

const int threads = 576, pair = 64;

__device__ void sync(int number, int count)
{
    asm volatile("bar.sync %0, %1;" ::"r"(number), "r"(count) : "memory");
}
__device__ void arrive(int number, int count)
{
    asm volatile("bar.arrive %0, %1;" ::"r"(number), "r"(count) : "memory");
}

__global__ void pairs(int *out)
{
    __shared__ int values[threads];
    const int mine = threadIdx.x / pair;
    values[threadIdx.x] = threadIdx.x;
#ifdef FIXED
    sync(1 + mine, pair);
#else
    sync(2 * mine, pair); // {sync}
#endif
    out[threadIdx.x] = values[threadIdx.x ^ 32];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    pairs<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i ^ 32);
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
