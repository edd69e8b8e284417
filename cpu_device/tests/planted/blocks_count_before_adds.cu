// SPDX-License-Identifier: MIT
// blocks_count_before_adds.cu: all threads add to a histogram, each has its fence, and the first one counts its block
// as done before the others have added.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {add}, reads {read}
// CPU says may not have come past line {add} yet: put a __syncthreads() before line {count}.
// all exits 0
#include "../kernel_run.h"

const int bins = 64, blocks = 8, threads = 256;

__device__ unsigned histogram[bins], done;

__global__ void count(unsigned *sums)
{
    __shared__ bool last;
    atomicAdd(&histogram[threadIdx.x % bins], 1); // {add}
    __threadfence();
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) // {count}
        last = atomicAdd(&done, 1) == gridDim.x - 1;
    __syncthreads();
    if (last && threadIdx.x < bins)
        sums[threadIdx.x] = histogram[threadIdx.x]; // {read}
}

int main()
{
    device_array<unsigned> sums(bins);
    count<<<blocks, threads>>>(sums);
    return finish(sums);
}
