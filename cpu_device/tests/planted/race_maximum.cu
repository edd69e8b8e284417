// SPDX-License-Identifier: MIT
// race_maximum.cu: between a thread's look at the maximum and its store, another thread may store a larger one.
// CPU exits 3
// CPU finds race-shared: writes {write}
// CPU says kernel maximum, block (0,0,0), best
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_maximum.cu:{write}
#include "../kernel_run.h"

const int threads = 256;

__global__ void maximum(int *out)
{
    __shared__ int best;
    int t = threadIdx.x, value = t * 37 % 251;
    if (t == 0)
        best = 0;
    __syncthreads();
#ifndef FIXED
    if (value > best)
        best = value; // {write}
#else
    atomicMax(&best, value);
#endif
    __syncthreads();
    if (t == 0)
        *out = best;
}

int main()
{
    device_array<int> out(1);
    maximum<<<1, threads>>>(out);
    return check_fixed(out, 250);
}
