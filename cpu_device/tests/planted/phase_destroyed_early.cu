// SPDX-License-Identifier: MIT
// phase_destroyed_early.cu: one thread destroys the barrier as soon as it has passed it itself.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says at phase_destroyed_early.cu:{end}
// CPU says uses it, and nothing orders that before the end.
// all exits 0
#include <cuda_awbarrier_primitives.h>
#include <stdio.h>

const int threads = 128;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ __mbarrier_t arrived;
    if (threadIdx.x == 0)
        __mbarrier_init(&arrived, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    __mbarrier_token_t token = __mbarrier_arrive(&arrived);
    while (!__mbarrier_test_wait(&arrived, token))
        ;
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0)
        __mbarrier_inval(&arrived); // {end}
    out[threadIdx.x] = values[(threadIdx.x + 64) % threads];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 64) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
