// SPDX-License-Identifier: MIT
// skipped_in_switch.cu: one case of a switch has a barrier, and no thread meets another one after it.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 32 threads wait in __syncthreads() at skipped_in_switch.cu:{barrier}: 0-31
// CPU says 64 threads have skipped this barrier, and have exited: 32-95
// all exits 0
#include "../kernel_run.h"

const int threads = 96;

__global__ void by_warp(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    line[t] = t;
#ifdef FIXED
    __syncthreads();
#endif
    switch (t / 32) {
    case 0:
#ifndef FIXED
        __syncthreads(); // {barrier}
#endif
        out[t] = line[t + 32];
        break;
    case 1: out[t] = 1; break;
    default: out[t] = 2;
    }
}

int main()
{
    device_array<int> out(threads, zeros);
    by_warp<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < 32 ? i + 32 : i / 32; });
}
