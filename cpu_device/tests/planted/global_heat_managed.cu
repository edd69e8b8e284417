// SPDX-License-Identifier: MIT
// global_heat_managed.cu: heat spreads along a managed rod; threads overwrite what their neighbours need.
// CPU exits 3
// CPU finds race-global: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int n = 66, steps = 4;

__global__ void spread(double *rod)
{
    int i = threadIdx.x + 1;
    for (int step = 0; step < steps; step++) {
        double mean = (rod[i - 1] + rod[i + 1]) / 2; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        rod[i] = mean; // {write}
#ifdef FIXED
        __syncthreads();
#endif
    }
}

int main()
{
    managed_array<double> rod(n);
    for (int i = 0; i < n; i++)
        rod[i] = i == n / 2 ? 64 : 0;
    spread<<<1, n - 2>>>(rod);
    return finish() ||
           (is_fixed && (rod[n / 2] != 24 || rod[n / 2 + 1] != 0 || rod[n / 2 - 2] != 16 || rod[n / 2 + 4] != 4));
}
