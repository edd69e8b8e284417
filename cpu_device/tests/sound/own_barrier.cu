// SPDX-License-Identifier: MIT
// own_barrier.cu: a barrier by hand for some warps of a block, while the others do without: an atomic counts who has
// come, a volatile word says that all have, with __threadfence_block() on both sides. Behind it they read what the
// others wrote in shared memory, and in global memory of the block's own.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include <stdio.h>

const int threads = 128, blocks = 3, members = 96, rounds = 8;

__device__ short in_global[blocks][members];

__global__ void run(int *out)
{
    __shared__ int values[threads], come;
    __shared__ volatile int passed;
    int t = threadIdx.x, b = blockIdx.x;
    if (t == 0)
        come = passed = 0;
    values[t] = t;
    __syncthreads();
    if (t >= members) { // a warp of its own
        for (int round = 0; round < rounds; round++) {
            int other = values[members + (t + 1) % 32];
            __syncwarp();
            values[t] += other;
            __syncwarp();
        }
    } else
        for (int round = 1; round <= 2 * rounds; round++) {
            int mine = 0;
            if (round % 2 == 0)
                mine = values[(t + 33) % members] + in_global[b][members - 1 - t];
            else
                in_global[b][t] = values[t] % 1000 + round;
            __threadfence_block();
            if (atomicAdd(&come, 1) == round * members - 1) {
                __threadfence_block();
                passed = round;
            }
            while (passed < round)
                __nanosleep(20);
            __threadfence_block();
            if (round % 2 == 0)
                values[t] = mine % 5000;
        }
    __syncthreads();
    out[b * threads + t] = values[threads - 1 - t];
}

int main()
{
    int *dev, out[blocks * threads], values[threads], old[threads];
    if (cudaMalloc(&dev, sizeof out) != cudaSuccess)
        return 1;
    run<<<blocks, threads>>>(dev);
    if (cudaMemcpy(out, dev, sizeof out, cudaMemcpyDeviceToHost) != cudaSuccess)
        return 1;
    for (int t = 0; t < threads; t++)
        values[t] = t;
    for (int round = 0; round < rounds; round++) {
        for (int t = 0; t < threads; t++)
            old[t] = values[t];
        for (int t = 0; t < threads; t++)
            values[t] = t >= members ? old[t] + old[members + (t + 1) % 32]
                                     : (old[(t + 33) % members] + old[members - 1 - t] % 1000 + 2 * round + 1) % 5000;
    }
    for (int i = 0; i < blocks * threads; i++)
        if (out[i] != values[threads - 1 - i % threads])
            return 1;
    return cudaFree(dev) != cudaSuccess;
}
