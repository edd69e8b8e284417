// SPDX-License-Identifier: MIT
// blocks_count_before_total.cu: all threads of many blocks add to one total, and the first thread of each counts its
// block as done when it has added itself.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, reads {read}
// CPU says may not have come past line {add} yet: put a __syncthreads() before line {count}.
// all exits 0
#include "../kernel_run.h"

const int blocks = 100, threads = 64;

__device__ int total, done;

__global__ void add_up(int *sum)
{
    __shared__ bool last;
    atomicAdd(&total, (int)threadIdx.x); // {add}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) { // {count}
        __threadfence();
        last = atomicAdd(&done, 1) == blocks - 1;
        __threadfence();
    }
    __syncthreads();
    if (last && threadIdx.x == 0)
        *sum = total; // {read}
}

int main()
{
    device_array<int> sum(1, zeros);
    add_up<<<blocks, threads>>>(sum);
    return finish(sum);
}
