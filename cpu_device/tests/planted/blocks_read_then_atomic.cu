// SPDX-License-Identifier: MIT
// blocks_read_then_atomic.cu: each block reads a total plainly, and adds to it atomically after a barrier. The barrier
// orders the block's own accesses, but not the load and the other block's addition.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, reads {read}
// CPU says kernel add,
// all exits 0
#include "../kernel_run.h"

const int threads = 64, blocks = 2;

__global__ void add(int *total, int *out)
{
#ifndef FIXED
    int before = blockIdx.x == 0 ? *total : 0; // {read}
#else
    int before = blockIdx.x == 0 ? atomicAdd(total, 0) : 0;
#endif
    __syncthreads();
    if (threadIdx.x == 0)
        atomicAdd(total, 1); // {add}
    out[blockIdx.x * threads + threadIdx.x] = before;
}

int main()
{
    device_array<int> total(1, zeros), out(blocks * threads);
    add<<<blocks, threads>>>(total, out);
    return check(total, blocks);
}
