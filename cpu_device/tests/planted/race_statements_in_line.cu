// SPDX-License-Identifier: MIT
// race_statements_in_line.cu: a store and a load of one line are no update, and a barrier between them helps.
// CPU exits 3
// CPU finds race-shared: writes {line}, reads {line}
// CPU says Line {line} has several statements
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int threads = 64;

// clang-format off
__global__ void reverse(int *out)
{
    __shared__ int a[threads];
    int t = threadIdx.x;
#ifndef FIXED
    a[t] = -1; a[t] = 3 * t; out[t] = a[threads - 1 - t]; // {line}
#else
    a[t] = -1; a[t] = 3 * t; __syncthreads(); out[t] = a[threads - 1 - t];
#endif
}
// clang-format on

int main()
{
    device_array<int> out(threads);
    reverse<<<1, threads>>>(out);
    return check_fixed(out, [](int t) { return 3 * (threads - 1 - t); });
}
