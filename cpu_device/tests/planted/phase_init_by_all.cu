// SPDX-License-Identifier: MIT
// phase_init_by_all.cu: every thread initializes the barrier.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says Let one thread initialize it
// all exits 0
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> arrived;
#ifdef FIXED
    if (threadIdx.x == 0)
#endif
        init(&arrived, threads); // {init}
    __syncthreads();
    values[threadIdx.x] = threadIdx.x;
    arrived.arrive_and_wait();
    out[threadIdx.x] = values[(threadIdx.x + 32) % threads];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    neighbours<<<1, threads>>>(dev);
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
