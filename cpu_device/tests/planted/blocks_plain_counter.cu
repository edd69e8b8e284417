// SPDX-License-Identifier: MIT
// blocks_plain_counter.cu: each block adds its part to one total; += is three steps: load, add, store.
// CPU exits 3
// CPU finds race-between-blocks: writes {add}, at {add}
// all exits 0
#include "../kernel_run.h"

const int blocks = 24, threads = 128;

__global__ void count_multiples(int *total)
{
    int i = blockIdx.x * threads + threadIdx.x;
    int mine = __syncthreads_count(i % 3 == 0);
    if (threadIdx.x == 0) {
#ifndef FIXED
        *total += mine; // {add}
#else
        atomicAdd(total, mine);
#endif
    }
}

int main()
{
    device_array<int> total(1, zeros);
    count_multiples<<<blocks, threads>>>(total);
    return check_fixed(total, blocks * threads / 3);
}
