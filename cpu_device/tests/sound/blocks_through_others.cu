// SPDX-License-Identifier: MIT
// blocks_through_others.cu: a message comes through: what the reader sees in the word was put there by other blocks'
// atomics, which have no fences and change other bits of it, over the writer's. Or the writer itself has stored newer
// values after its one fence, and the reader looks once more and fences late.
#include <stdio.h>

const int threads = 32, blocks = 12, senders = 3;

__device__ unsigned word; // senders' bits above, a count of everybody's visits below
__device__ volatile int steps[senders];
__device__ int messages[senders][threads], late[senders], got[blocks];

__global__ void run()
{
    int t = threadIdx.x, block = blockIdx.x;
    if (block < senders) {
        messages[block][t] = block * 100 + t;
        if (t == 30)
            late[block] = 5;
        __syncwarp();
        if (t == 1) {
            __threadfence();
            steps[block] = 1;
            atomicAdd(&word, 1u << (20 + block));
            steps[block] = 2;
            atomicAdd(&word, 1u);
            steps[block] = 3;
        }
        return;
    }
    for (int i = 0; i < 3; i++)
        atomicAdd(&word, 1u);
    unsigned seen = atomicAdd(&word, 1u);
    int sum = 0, step = steps[block % senders];
    while (step < 2 + block % 2)
        step = steps[block % senders];
    if (block % 4 == 0)
        while ((seen = atomicOr(&word, 0u)) >> 20 != (1u << senders) - 1)
            __nanosleep(20);
    sum += t; // whatever
    __threadfence();
    sum += messages[block % senders][31 - t] + late[block % senders];
    for (int s = 0; s < senders; s++)
        if (seen >> (20 + s) & 1)
            sum += messages[s][t] - s * 100 - t;
    if (sum == block % senders * 100 + 31 + 5)
        atomicAdd(&got[block], 1);
}

int main()
{
    int result[blocks];
    run<<<blocks, threads>>>();
    if (cudaMemcpyFromSymbol(result, got, sizeof result) != cudaSuccess)
        return 1;
    for (int b = senders; b < blocks; b++)
        if (result[b] != threads)
            return 1;
    return 0;
}
