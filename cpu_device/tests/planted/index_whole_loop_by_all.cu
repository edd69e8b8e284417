// SPDX-License-Identifier: MIT
// index_whole_loop_by_all.cu: every thread runs the whole loop of the CPU's program, so each element is doubled by all.
// CPU exits 3
// CPU finds race-global: at {double}
// CPU says differ only in threadIdx.x, which kernel doubled never reads
// all exits 0
#include "../kernel_run.h"

const int n = 64;

__global__ void doubled(int *x)
{
#ifndef FIXED
    for (int i = 0; i < n; i++)
        x[i] = 2 * x[i]; // {double}
#else
    int i = threadIdx.x;
    x[i] = 2 * x[i];
#endif
}

int main()
{
    device_array<int> x(n, [](int i) { return i; });
    doubled<<<1, n>>>(x);
    return check_fixed(x, [](int i) { return 2 * i; });
}
