// SPDX-License-Identifier: MIT
// barrier_named_zero_two_lines.cu: the halves of a warp come to barrier 0 from both sides of a branch.
// CPU exits 3
// CPU finds divergent-barrier
// CPU says 32 threads wait in __syncthreads() at barrier_named_zero_two_lines.cu:{left}: 0-15, 32-47
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include <stdio.h>

const int threads = 64;

__global__ void swap(int *out)
{
    __shared__ int values[threads];
    values[threadIdx.x] = threadIdx.x;
#ifdef FIXED
    asm volatile("bar.sync 0, 64;" ::: "memory");
#else
    if (threadIdx.x % 32 < 16)
        asm volatile("bar.sync 0, 64;" ::: "memory"); // {left}
    else
        asm volatile("bar.sync 0, 64;" ::: "memory");
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
