// SPDX-License-Identifier: MIT
// scope_counter.cu: all blocks add to one counter by atomicAdd_block(), atomic only within a block.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, writes atomically {add}
// all exits 0
#include "../kernel_run.h"

const int blocks = 6, threads = 32;

__device__ int hits;

__global__ void count(const int *darts)
{
    int x = darts[(blockIdx.x * threads + threadIdx.x) * 2], y = darts[(blockIdx.x * threads + threadIdx.x) * 2 + 1];
    if (x * x + y * y <= 100)
#ifndef FIXED
        atomicAdd_block(&hits, 1); // {add}
#else
        atomicAdd(&hits, 1);
#endif
}

int main()
{
    const int n = blocks * threads;
    int darts[2 * n];
    int right = 0;
    for (int i = 0; i < n; i++) {
        darts[2 * i] = i % 13;
        darts[2 * i + 1] = i % 7;
        right += (i % 13) * (i % 13) + (i % 7) * (i % 7) <= 100;
    }
    device_array<int> dev_darts(2 * n, darts);
    count<<<blocks, threads>>>(dev_darts);
    return check_fixed(variable(hits), right);
}
