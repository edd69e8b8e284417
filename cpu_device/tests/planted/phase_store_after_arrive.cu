// SPDX-License-Identifier: MIT
// phase_store_after_arrive.cu: a thread stores after it has arrived, when the others may already have passed.
// CPU exits 3
// CPU finds race-shared
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
#ifdef FIXED
    values[threadIdx.x] = threadIdx.x;
    auto token = stored.arrive();
#else
    auto token = stored.arrive();
    values[threadIdx.x] = threadIdx.x; // {store}
#endif
    stored.wait(std::move(token));
    out[threadIdx.x] = values[(threadIdx.x + 32) % threads]; // {load}
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
