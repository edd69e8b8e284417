// SPDX-License-Identifier: MIT
// blocks_histogram.cu: each block counts on its own, atomically; then all add their counts to the same bins, plainly.
// CPU exits 3
// CPU finds race-between-blocks: writes {add}, at {add}
// all exits 0
#include "../kernel_run.h"

const int blocks = 6, threads = 128, bin_count = 32;

__global__ void histogram(int *bins)
{
    __shared__ int mine[bin_count];
    int t = threadIdx.x, i = blockIdx.x * threads + t;
    if (t < bin_count)
        mine[t] = 0;
    __syncthreads();
    atomicAdd(&mine[i * 7 % bin_count], 1);
    __syncthreads();
    if (t < bin_count) {
#ifndef FIXED
        bins[t] += mine[t]; // {add}
#else
        atomicAdd(&bins[t], mine[t]);
#endif
    }
}

int main()
{
    device_array<int> bins(bin_count, zeros);
    histogram<<<blocks, threads>>>(bins);
    return check_fixed(bins, blocks * threads / bin_count);
}
