// SPDX-License-Identifier: MIT
// atomics_and_loads_of_each_block.cu: each block has counters of its own in global memory. It adds to them atomically,
// reads them plainly, and clears them, with a barrier after each step. All blocks add to one total atomically, which
// only the next launch reads.
#include "../kernel_run.h"

const int threads = 128, blocks = 12, bins = 8, rounds = 5;

__global__ void count(int *counters, int *total, int *wrong)
{
    int *mine = &counters[blockIdx.x * bins], t = threadIdx.x;
    for (int round = 0; round < rounds; round++) {
        atomicAdd(&mine[(t + round) % bins], 1);
        atomicAdd(total, 1);
        __syncthreads();
        if (mine[t % bins] != threads / bins)
            atomicAdd(wrong, 1);
        __syncthreads();
        if (t < bins)
            mine[t] = 0;
        __syncthreads();
    }
}

__global__ void look(const int *total, int *wrong)
{
    if (*total != threads * blocks * rounds)
        atomicAdd(wrong, 1);
}

int main()
{
    device_array<int> counters(blocks * bins, zeros), total(1, zeros), wrong(1, zeros);
    count<<<blocks, threads>>>(counters, total, wrong);
    look<<<blocks, threads>>>(total, wrong);
    return check(wrong, 0);
}
