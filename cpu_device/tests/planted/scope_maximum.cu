// SPDX-License-Identifier: MIT
// scope_maximum.cu: atomicMax_block() for a maximum over all blocks: between blocks no better than a store.
// CPU exits 3
// CPU finds race-between-blocks: writes atomically {max}, writes atomically {max}
// all exits 0
#include "../kernel_run.h"

const int side = 4, threads = 16;

struct extremes {
    long long smallest, largest;
};

__global__ void find_largest(extremes *all)
{
    long long x = blockIdx.x * threads + threadIdx.x, y = blockIdx.y;
    long long value = 5000000000LL + (x * 37 + y * 101) % 509;
#ifndef FIXED
    atomicMax_block(&all->largest, value); // {max}
#else
    atomicMax(&all->largest, value);
#endif
}

int main()
{
    device_array<extremes> all(1, extremes{0, 0});
    find_largest<<<dim3(side, side), threads>>>(all);
    if (finish(all) != 0)
        return 1;
#ifdef FIXED
    long long right = 0;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side * threads; x++)
            right = right > (x * 37 + y * 101) % 509 ? right : (x * 37 + y * 101) % 509;
    if (all.on_host->largest != 5000000000LL + right)
        return 1;
#endif
    return 0;
}
