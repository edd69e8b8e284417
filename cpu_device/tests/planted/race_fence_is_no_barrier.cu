// SPDX-License-Identifier: MIT
// race_fence_is_no_barrier.cu: a fence orders a thread's own stores, but waits for nobody.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says kernel neighbours, block (0,0,0), line
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_fence_is_no_barrier.cu:{write}
#include "../kernel_run.h"

const int threads = 128;

__global__ void neighbours(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t * t; // {write}
#ifndef FIXED
    __threadfence_block();
#else
    __syncthreads();
#endif
    if (t + 1 < threads)
        out[t] = line[t + 1]; // {read}
}

int main()
{
    device_array<int> out(threads - 1);
    neighbours<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return (i + 1) * (i + 1); });
}
