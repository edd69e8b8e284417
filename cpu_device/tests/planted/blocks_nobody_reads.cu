// SPDX-License-Identifier: MIT
// blocks_nobody_reads.cu: each block stores its number in one variable, at its begin and end. Nobody reads it.
// CPU exits 3
// CPU finds race-between-blocks: writes {begin}
// CPU says kernel squares, the __device__ variable last
// all exits 0
#include "../kernel_run.h"

const int blocks = 8, threads = 32, n = blocks * threads;

__device__ int last;

__global__ void squares(int *out)
{
#ifndef FIXED
    bool leads = threadIdx.x == 0;
#else
    bool leads = threadIdx.x == 0 && blockIdx.x == 0;
#endif
    int i = threadIdx.x + blockIdx.x * blockDim.x;
    if (leads)
        last = blockIdx.x; // {begin}
    out[i] = i * i;
    if (leads)
        last = blocks + blockIdx.x;
}

int main()
{
    device_array<int> out(n);
    squares<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return i * i; });
}
