// SPDX-License-Identifier: MIT
// blocks_in_turn.cu: blocks change an array one after another, in the order of their numbers, so that float sums are
// the same in every run: each waits for its turn, all its threads work, and thread 0 passes the turn on.
#include <stdio.h>

const int threads = 64, blocks = 14;

__global__ void add_in_order(unsigned *turn, float *sums)
{
    int t = threadIdx.x;
    if (t == 0)
        while (atomicAdd(turn, 0u) != blockIdx.x)
            __nanosleep(100);
    __threadfence();
    __syncthreads();
    sums[(t + blockIdx.x) % threads] +=
        1.0f / (1 + blockIdx.x + t); // another thread's element than in the block before
    __syncthreads();
    __threadfence();
    if (t == 0)
        atomicExch(turn, (blockIdx.x + 1) % blocks);
}

int main()
{
    unsigned *turn;
    float *dev_sums, sums[threads], right[threads] = {};
    if (cudaMalloc(&turn, sizeof *turn) != cudaSuccess || cudaMalloc(&dev_sums, sizeof sums) != cudaSuccess)
        return 1;
    cudaMemset(turn, 0, sizeof *turn);
    cudaMemset(dev_sums, 0, sizeof sums);
    for (int launch = 0; launch < 2; launch++) {
        add_in_order<<<blocks, threads>>>(turn, dev_sums);
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < threads; t++)
                right[(t + b) % threads] += 1.0f / (1 + b + t);
    }
    if (cudaMemcpy(sums, dev_sums, sizeof sums, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++)
        if (sums[t] != right[t])
            return 1;
    cudaFree(turn);
    return cudaFree(dev_sums) != cudaSuccess;
}
