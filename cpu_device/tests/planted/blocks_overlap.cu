// SPDX-License-Identifier: MIT
// blocks_overlap.cu: each block fills its tile and one element more, which is the first of the next tile.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, writes {write}
// all exits 0
#include "../kernel_run.h"

const int blocks = 7, threads = 32, tile = 100, n = blocks * tile;
#ifndef FIXED
const int reach = tile + 1;
#else
const int reach = tile;
#endif

__global__ void number_tiles(int *out)
{
    int begin = blockIdx.x * tile;
    for (int i = begin + threadIdx.x; i < begin + reach && i < n; i += threads)
        out[i] = blockIdx.x; // {write}
}

int main()
{
    device_array<int> out(n);
    number_tiles<<<blocks, threads>>>(out);
    return check_fixed(out, [](int i) { return i / tile; });
}
