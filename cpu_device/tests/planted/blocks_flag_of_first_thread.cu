// SPDX-License-Identifier: MIT
// blocks_flag_of_first_thread.cu: the first thread counts its block as done, without a barrier and without a fence.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, reads {read}
// CPU says put a __syncthreads() before line {count}, and a __threadfence() between that barrier and line {add}.
// all exits 0
#include "../kernel_run.h"

const int blocks = 100, threads = 64;

__device__ int part[blocks][threads], done;

__global__ void add_up(int *sum)
{
    __shared__ bool last;
    if (threadIdx.x > 0)
        part[blockIdx.x][threadIdx.x] = threadIdx.x; // {store}
#ifdef FIXED
    __syncthreads();
#endif
    if (threadIdx.x == 0) { // {count}
#ifdef FIXED
        __threadfence();
#endif
        last = atomicAdd(&done, 1) == blocks - 1; // {add}
        __threadfence();
    }
    __syncthreads();
    for (int i = 0; last && i < blocks; i++)
        atomicAdd(sum, part[i][threadIdx.x]); // {read}
}

int main()
{
    device_array<int> sum(1, zeros);
    add_up<<<blocks, threads>>>(sum);
    return check_fixed(sum, blocks * threads * (threads - 1) / 2);
}
