// SPDX-License-Identifier: MIT
// phase_used_after_end.cu: a barrier is destroyed after the first step, and used again in the second one.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says arrived was destroyed by thread (0,0,0), at phase_used_after_end.cu:{end}
// synccheck exits 3
// synccheck prints Barrier error detected. Missing init.
#include <cuda_awbarrier_primitives.h>
#include <stdio.h>

const int threads = 64;

__device__ void meet(__mbarrier_t *barrier)
{
    __mbarrier_token_t token = __mbarrier_arrive(barrier);
    while (!__mbarrier_test_wait(barrier, token))
        ;
}

__global__ void two_steps(int *out)
{
    __shared__ int values[threads];
    __shared__ __mbarrier_t arrived;
    if (threadIdx.x == 0)
        __mbarrier_init(&arrived, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    meet(&arrived);
    int other = values[(threadIdx.x + 32) % threads];
    __syncthreads();
#ifndef FIXED
    if (threadIdx.x == 0)
        __mbarrier_inval(&arrived); // {end}
    __syncthreads();
#endif
    meet(&arrived);
    values[threadIdx.x] = other;
    out[threadIdx.x] = values[threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    two_steps<<<1, threads>>>(dev);
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
