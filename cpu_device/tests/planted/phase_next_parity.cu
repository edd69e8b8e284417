// SPDX-License-Identifier: MIT
// phase_next_parity.cu: each thread waits for the parity of the phase after the one in which it has arrived.
// CPU exits 3
// CPU finds waits-for-ever
// CPU says In phase 1, 0 have come; 64 more must come.
// CPU says Threads that wait there without having arrived in this phase
// CPU says wait_parity() takes its parity
// CPU finds race-shared
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64;

__global__ void neighbours(int *out)
{
    __shared__ int values[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    values[threadIdx.x] = threadIdx.x; // {store}
    (void)stored.arrive();
#ifdef FIXED
    stored.wait_parity(0);
#else
    stored.wait_parity(1); // {wait}
#endif
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
