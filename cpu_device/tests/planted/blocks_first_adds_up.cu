// SPDX-License-Identifier: MIT
// blocks_first_adds_up.cu: the first block adds up what all blocks store, and waits for none of them.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 16, threads = 64;

__device__ int parts[blocks], finished;

__global__ void sum(int *out)
{
    int mine = __syncthreads_count((blockIdx.x * threads + threadIdx.x) % 8 == 0);
    if (threadIdx.x == 0) {
        parts[blockIdx.x] = mine; // {write}
        __threadfence();
#ifndef FIXED
        bool adds_up = blockIdx.x == 0;
#else
        bool adds_up = atomicAdd(&finished, 1) == blocks - 1;
#endif
        __threadfence();
        if (adds_up) {
            int total = 0;
            for (int i = 0; i < blocks; i++)
                total += parts[i]; // {read}
            *out = total;
        }
    }
}

int main()
{
    device_array<int> out(1);
    sum<<<blocks, threads>>>(out);
    return check_fixed(out, blocks * threads / 8);
}
