// SPDX-License-Identifier: MIT
// blocks_missing_barrier.cu: all threads store, and thread 0 counts the block as done without waiting for the others.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 8, threads = 128;

__device__ int parts[blocks * threads], finished;

__global__ void sum(int *out)
{
    __shared__ int last, total;
    int t = threadIdx.x;
    parts[blockIdx.x * threads + t] = t; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    if (t == 0) {
        __threadfence();
        last = atomicAdd(&finished, 1) == blocks - 1;
        total = 0;
        __threadfence();
    }
    __syncthreads();
    if (last)
        for (int i = t; i < blocks * threads; i += threads)
            atomicAdd(&total, parts[i]); // {read}
    __syncthreads();
    if (last && t == 0)
        *out = total;
}

int main()
{
    device_array<int> out(1);
    sum<<<blocks, threads>>>(out);
    return check_fixed(out, blocks * (threads * (threads - 1) / 2));
}
