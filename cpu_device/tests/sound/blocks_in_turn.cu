// SPDX-License-Identifier: MIT
// blocks_in_turn.cu: blocks change an array one after another, in the order of their numbers, so that float sums are
// the same in every run: each waits for its turn, all its threads work, and thread 0 passes the turn on.
#include "../kernel_run.h"

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
    float right[threads] = {};
    device_array<unsigned> turn(1, zeros);
    device_array<float> sums(threads, zeros);
    for (int launch = 0; launch < 2; launch++) {
        add_in_order<<<blocks, threads>>>(turn, sums);
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < threads; t++)
                right[(t + b) % threads] += 1.0f / (1 + b + t);
    }
    return check(sums, right);
}
