// SPDX-License-Identifier: MIT
// ldg_after_atomics.cu: a block counts with atomicAdd(), and reads the counts with __ldg().
// CPU exits 3
// CPU finds stale-load: writes atomically {count}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int bins = 16, threads = 128;

__global__ void count(unsigned *counts, unsigned *most)
{
    atomicAdd(&counts[threadIdx.x % bins], 1); // {count}
    __syncthreads();
    if (threadIdx.x > 0)
        return;
    unsigned greatest = 0;
    for (int i = 0; i < bins; i++)
#ifndef FIXED
        greatest = max(greatest, __ldg(&counts[i])); // {read}
#else
        greatest = max(greatest, counts[i]);
#endif
    *most = greatest;
}

int main()
{
    device_array<unsigned> counts(bins, zeros), most(1);
    count<<<1, threads>>>(counts, most);
    return check(most, threads / bins);
}
