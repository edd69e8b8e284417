// SPDX-License-Identifier: MIT
// phase_dropped_arrives.cu: half of the threads drop out, but go on to arrive and to store.
// CPU exits 3
// CPU finds race-shared
#include <cuda/barrier>
#include <stdio.h>

const int threads = 64, rounds = 3;

__global__ void rotate(int *out)
{
    __shared__ int values[rounds + 1][threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    values[0][threadIdx.x] = threadIdx.x;
#ifdef MENDED
    stored.arrive_and_wait();
#else
    if (threadIdx.x < 32)
        stored.arrive_and_wait();
    else {
        stored.arrive_and_drop();
        stored.wait_parity(false);
    }
#endif
    for (int round = 1; round <= rounds; round++) {
        values[round][threadIdx.x] = values[round - 1][(threadIdx.x + 32) % threads]; // {both}
        stored.arrive_and_wait();
    }
    out[threadIdx.x] = values[rounds][threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    rotate<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != (i + 32) % threads;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef MENDED
    return wrong != 0;
#else
    return 0;
#endif
}
