// SPDX-License-Identifier: MIT
// beside_left_of_start.cu: the first thread reads before the start, and the others race in shared memory.
// CPU exits 1
// CPU finds illegal-address: at {left}
// CPU finds race-shared: writes {write}, reads {read}
// memcheck exits 3
// memcheck prints Invalid __global__ read of size 8 bytes
// memcheck prints in beside_left_of_start.cu:{left}
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include "../kernel_run.h"

const int n = 24;

__global__ void second_differences(const double *a, double *out)
{
    __shared__ double slope[n];
    int i = threadIdx.x;
#ifndef FIXED
    double left = a[i - 1]; // {left}
#else
    double left = i > 0 ? a[i - 1] : 0;
#endif
    slope[i] = a[i] - left; // {write}
#ifdef FIXED
    __syncthreads();
#endif
    if (i < n - 1)
        out[i] = slope[i + 1] - slope[i]; // {read}
}

int main()
{
    device_array<double> a(n, [](int i) { return (i + 1) * (i + 1); }), out(n - 1);
    second_differences<<<1, n>>>(a, out);
    return check_fixed(out, 2);
}
