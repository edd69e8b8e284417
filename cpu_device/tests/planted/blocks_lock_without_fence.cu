// SPDX-License-Identifier: MIT
// blocks_lock_without_fence.cu: a lock lets in one block at a time, but without fences it orders nothing.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 12, threads = 64;

__device__ int mutex, total;

__global__ void sum()
{
    int mine = __syncthreads_count(threadIdx.x <= blockIdx.x);
    if (threadIdx.x == 0) {
        while (atomicCAS(&mutex, 0, 1) != 0)
            ;
#ifdef FIXED
        __threadfence();
#endif
        int before = total;    // {read}
        total = before + mine; // {write}
#ifdef FIXED
        __threadfence();
#endif
        atomicExch(&mutex, 0);
    }
}

int main()
{
    sum<<<blocks, threads>>>();
    return check_fixed(variable(total), blocks * (blocks + 1) / 2);
}
