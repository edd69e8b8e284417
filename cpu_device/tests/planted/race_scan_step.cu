// SPDX-License-Identifier: MIT
// race_scan_step.cu: a scan in place has a barrier after each step, but none between its reads and its writes.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel scan, block (0,0,0), sums
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_scan_step.cu:{read}
#include "../kernel_run.h"

const int threads = 128;

__global__ void scan(int *out)
{
    __shared__ int sums[threads];
    int t = threadIdx.x;
    sums[t] = t + 1;
    __syncthreads();
    for (int step = 1; step < threads; step *= 2) {
        int left = 0;
        if (t >= step)
            left = sums[t - step]; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        if (t >= step)
            sums[t] += left; // {write}
        __syncthreads();
    }
    out[t] = sums[t];
}

int main()
{
    device_array<int> out(threads);
    scan<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) * (i + 2) / 2; });
}
