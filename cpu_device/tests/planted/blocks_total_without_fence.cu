// SPDX-License-Identifier: MIT
// blocks_total_without_fence.cu: each block adds to a total and is then counted, and the block that is counted last
// reads the total after a barrier. No fence orders the additions of the other blocks before that. The block has added
// to the total, too, so the last access before the read is its own.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 8, threads = 64;

__device__ unsigned total, done;

__global__ void sum(unsigned *result)
{
    __shared__ bool last;
    if (threadIdx.x == 33)
        atomicAdd(&total, blockIdx.x + 1); // {add}
    __syncthreads();
    if (threadIdx.x == 0) {
#ifdef FIXED
        __threadfence();
#endif
        last = atomicAdd(&done, 1) == gridDim.x - 1;
#ifdef FIXED
        __threadfence();
#endif
    }
    __syncthreads();
    if (last && threadIdx.x == 40)
        *result = total; // {read}
}

int main()
{
    device_array<unsigned> result(1);
    sum<<<blocks, threads>>>(result);
    return check(result, blocks * (blocks + 1) / 2);
}
