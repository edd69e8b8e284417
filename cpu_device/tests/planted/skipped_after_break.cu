// SPDX-License-Identifier: MIT
// skipped_after_break.cu: each thread leaves the loop when its own value is 0, and so it misses the other rounds.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 63 threads wait in __syncthreads() at skipped_after_break.cu:{barrier}: 1-63
// CPU says 1 thread has skipped this barrier, and has exited: 0
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void halvings(int *out)
{
    int value = threadIdx.x, rounds = 0;
    while (true) {
#ifndef FIXED
        if (value == 0)
            break;
        __syncthreads(); // {barrier}
#else
        if (__syncthreads_and(value == 0))
            break;
#endif
        rounds += value != 0;
        value /= 2;
    }
    out[threadIdx.x] = value + (rounds > 0);
}

int main()
{
    device_array<int> out(threads, zeros);
    halvings<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i > 0; });
}
