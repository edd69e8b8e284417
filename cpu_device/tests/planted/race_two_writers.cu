// SPDX-License-Identifier: MIT
// race_two_writers.cu: two threads find what they look for, and both store its place.
// CPU exits 3
// CPU finds race-shared: writes {write}, writes {write}
// CPU says kernel find, block (0,0,0), found
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_two_writers.cu:{write}
#include "../kernel_run.h"

const int threads = 128;

__global__ void find(int *out)
{
    __shared__ int found;
    int t = threadIdx.x;
    if (t == 0)
        found = threads;
    __syncthreads();
    if (t % 100 == 7)
#ifndef FIXED
        found = t; // {write}
#else
        atomicMin(&found, t);
#endif
    __syncthreads();
    if (t == 0)
        *out = found;
}

int main()
{
    device_array<int> out(1);
    find<<<1, threads>>>(out);
    return check_fixed(out, 7);
}
