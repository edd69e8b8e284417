// SPDX-License-Identifier: MIT
// blocks_count_before_warps.cu: the first lane of each warp adds its warp's largest value to the grid's, and the
// block's first thread counts the block as done.
// Compiled with: -arch=sm_80
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, reads {read}
// CPU says may not have come past line {add} yet: put a __syncthreads() before line {count}.
// all exits 0
#include "../kernel_run.h"

const int blocks = 4, threads = 128;

__device__ unsigned largest, done;

__global__ void find(unsigned *out)
{
    __shared__ bool last;
    const unsigned value = (blockIdx.x * threads + threadIdx.x) * 37 % 101;
    const unsigned of_warp = __reduce_max_sync(~0u, value);
    if (threadIdx.x % 32 == 0) {
        atomicMax(&largest, of_warp); // {add}
        __threadfence();
    }
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) // {count}
        last = atomicInc(&done, blocks - 1) == blocks - 1;
    __syncthreads();
    if (last && threadIdx.x == 0)
        *out = largest; // {read}
}

int main()
{
    device_array<unsigned> out(1, zeros);
    find<<<blocks, threads>>>(out);
    return finish(out);
}
