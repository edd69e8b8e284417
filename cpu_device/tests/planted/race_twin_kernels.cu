// SPDX-License-Identifier: MIT
// race_twin_kernels.cu: two kernels of the same text, of which the second is launched with too many threads. The report
// names its lines, and both branches, which do the same.
// CPU exits 3
// CPU finds race-global: writes {low}, writes {low}
// CPU says The same at race_twin_kernels.cu:{low} and race_twin_kernels.cu:{high}
// all exits 0
#include "../kernel_run.h"

__global__ void mark(int *last)
{
    int t = threadIdx.x;
    if (t < 16)
        *last = t;
    else
        *last = t;
}

__global__ void mark_again(int *last)
{
    int t = threadIdx.x;
    if (t < 16)
        *last = t; // {low}
    else
        *last = t; // {high}
}

int main()
{
#ifdef FIXED
    const int threads = 1;
#else
    const int threads = 32;
#endif
    device_array<int> last(1);
    mark<<<1, 1>>>(last);
    mark_again<<<1, threads>>>(last);
    return finish(last);
}
