// SPDX-License-Identifier: MIT
// blocks_table.cu: block 0 fills a table for all blocks; __syncthreads() makes only block 0 wait until it is full.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 5, threads = 64, n = blocks * threads;

__device__ int squares[threads];

__device__ void fill()
{
    squares[threadIdx.x] = threadIdx.x * threadIdx.x; // {write}
}

__global__ void fill_alone()
{
    fill();
}

__global__ void look_up(int *out)
{
#ifndef FIXED
    if (blockIdx.x == 0)
        fill();
    __syncthreads();
#endif
    int i = blockIdx.x * threads + threadIdx.x;
    out[i] = squares[i * 3 % threads]; // {read}
}

int main()
{
    device_array<int> out(n);
#ifdef FIXED
    fill_alone<<<1, threads>>>();
#endif
    look_up<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return i * 3 % threads * (i * 3 % threads); });
}
