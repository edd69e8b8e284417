// SPDX-License-Identifier: MIT
// blocks_count_before_clear.cu: the last block clears the bins for the next launch, while threads of another block may
// still be adding: their first thread has counted them already.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, writes {clear}
// CPU says may not have come past line {add} yet: put a __syncthreads() before line {count}.
// all exits 0
#include "../kernel_run.h"

const int bins = 32, blocks = 6, threads = 64;

__device__ int done;

__global__ void count(int *histogram)
{
    __shared__ bool last;
    atomicAdd(&histogram[threadIdx.x * 7 % bins], 1); // {add}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) { // {count}
        __threadfence();
        last = atomicAdd(&done, 1) == blocks - 1;
    }
    __syncthreads();
    if (last && threadIdx.x < bins)
        histogram[threadIdx.x] = 0; // {clear}
}

int main()
{
    device_array<int> sums(bins, zeros);
    count<<<blocks, threads>>>(sums);
    return finish(sums);
}
