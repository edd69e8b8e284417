// SPDX-License-Identifier: MIT
// index_by_grid_size.cu: gridDim in place of blockDim, so the blocks' parts overlap, and most elements have no thread.
// CPU exits 3
// CPU finds race-between-blocks: writes {store}, writes {store}
// CPU says Both threads compute the same index, i at line {index}
// all exits 0
#include "../kernel_run.h"

const int n = 128;

__global__ void fill(int *x)
{
#ifndef FIXED
    int i = threadIdx.x + blockIdx.x * gridDim.x; // {index}
#else
    int i = threadIdx.x + blockIdx.x * blockDim.x;
#endif
    if (i < n)
        x[i] = 100 * blockIdx.x + threadIdx.x; // {store}
}

int main()
{
    device_array<int> x(n, zeros);
    fill<<<4, 32>>>(x);
    return check_fixed(x, [](int i) { return 100 * (i / 32) + i % 32; });
}
