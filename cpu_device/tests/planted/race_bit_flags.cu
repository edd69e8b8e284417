// SPDX-License-Identifier: MIT
// race_bit_flags.cu: each thread sets a bit of its own, but 32 of them load and store the same word.
// CPU exits 3
// CPU finds race-shared: writes {set}, at {set}
// CPU says kernel mark, block (0,0,0), flags
// racecheck exits 3
// racecheck prints Error: Race reported between
// racecheck prints in race_bit_flags.cu:{set}
#include "../kernel_run.h"

const int threads = 64;

__global__ void mark(unsigned *out)
{
    __shared__ unsigned flags[threads / 32];
    int t = threadIdx.x;
    if (t < threads / 32)
        flags[t] = 0;
    __syncthreads();
#ifndef FIXED
    flags[t / 32] |= 1u << t % 32; // {set}
#else
    atomicOr(&flags[t / 32], 1u << t % 32);
#endif
    __syncthreads();
    if (t < threads / 32)
        out[t] = flags[t];
}

int main()
{
    device_array<unsigned> out(threads / 32);
    mark<<<1, threads>>>(out);
    return finish(out) || (is_fixed && (out.on_host[0] != 0xffffffff || out.on_host[1] != 0xffffffff));
}
