// SPDX-License-Identifier: MIT
// global_split_increment.cu: read, add and write in three statements are no more one step than ++ is.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// CPU says use one atomic for both, atomicAdd(&bin[value[i]], 1).
// all exits 0
#include "../kernel_run.h"

const int n = 256, bins = 4;

__global__ void histogram(const int *value, int *bin)
{
    int i = threadIdx.x;
#ifndef FIXED
    int old_count = bin[value[i]]; // {read}
    int new_count = old_count + 1;
    bin[value[i]] = new_count; // {write}
#else
    atomicAdd(&bin[value[i]], 1);
#endif
}

int main()
{
    device_array<int> value(n, [](int i) { return i % bins; }), bin(bins, zeros);
    histogram<<<1, n>>>(value, bin);
    return check_fixed(bin, n / bins);
}
