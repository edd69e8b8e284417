// SPDX-License-Identifier: MIT
// global_sum_plain.cu: every thread adds its value to one total with +=, and most of the values get lost.
// CPU exits 3
// CPU finds race-global: writes {add}, at {add}
// all exits 0
#include "../kernel_run.h"

const int threads = 96;

__global__ void add_up(const double *prices, double *total)
{
    int t = threadIdx.x;
#ifndef FIXED
    *total += prices[t]; // {add}
#else
    atomicAdd(total, prices[t]);
#endif
}

int main()
{
    device_array<double> prices(threads, [](int t) { return t + 0.5; }), total(1, zeros);
    add_up<<<1, threads>>>(prices, total);
    return check_fixed(total, threads * threads / 2);
}
