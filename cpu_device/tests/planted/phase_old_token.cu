// SPDX-License-Identifier: MIT
// phase_old_token.cu: the loop waits with the token of the arrival before the loop, round after round.
// CPU exits 3
// CPU finds wrong-barrier
// CPU says at phase_old_token.cu:{wait}
// racecheck exits 3
// racecheck prints Deadlock detected in Cuda::barrier wait
#include <cuda/barrier>
#include <stdio.h>
#include <utility>

const int threads = 64, rounds = 4;

__global__ void shift(int *out)
{
    __shared__ int values[2][threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    values[0][threadIdx.x] = threadIdx.x;
    auto token = stored.arrive();
    for (int round = 0; round < rounds; round++) {
#ifdef FIXED
        stored.wait(std::move(token));
#else
        auto same = token;
        stored.wait(std::move(same)); // {wait}
#endif
        values[(round + 1) % 2][threadIdx.x] = values[round % 2][(threadIdx.x + 32) % threads];
#ifdef FIXED
        token = stored.arrive();
#else
        (void)stored.arrive();
#endif
    }
    __syncthreads();
    out[threadIdx.x] = values[rounds % 2][threadIdx.x];
}

int main(void)
{
    int *dev, out[threads], wrong = 0;
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess || cudaMemset(dev, 0, sizeof out) != cudaSuccess)
        return 77;
    shift<<<1, threads>>>(dev);
    cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost);
    for (int i = 0; i < threads; i++)
        wrong += out[i] != i;
    printf("%d wrong\n", wrong);
    cudaFree(dev);
#ifdef FIXED
    return wrong != 0;
#else
    return 0;
#endif
}
