// SPDX-License-Identifier: MIT
// race_nobody_reads.cu: each thread leaves a note in one shared variable and overwrites it. No thread reads any of it.
// CPU exits 3
// CPU finds race-shared: writes {begin}, writes {begin}
// CPU says kernel note, block (0,0,0), last
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void note(int *out)
{
    __shared__ int last;
    int t = threadIdx.x;
#ifdef FIXED
    if (t == 0)
#endif
        last = t; // {begin}
    out[t] = t * t;
#ifdef FIXED
    if (t == 0)
#endif
        last = threads + t;
}

int main()
{
    device_array<int> out(threads);
    note<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i * i; });
}
