// SPDX-License-Identifier: MIT
// barrier_short_circuit.cu: if the left side of && is false, the barrier on the right side is skipped.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 100 threads wait in __syncthreads_or() at barrier_short_circuit.cu:{or}: 0-99
// CPU says 28 threads wait in __syncthreads() at barrier_short_circuit.cu:{all}: 100-127
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include "../kernel_run.h"

const int n = 100, threads = 128;

__global__ void any_square(int *out, int square)
{
    int t = threadIdx.x, found = 0;
#ifndef FIXED
    if (t < n && __syncthreads_or(t * t == square)) // {or}
#else
    if (__syncthreads_or(t < n && t * t == square))
#endif
        found = 1;
    __syncthreads(); // {all}
    out[t] = found;
}

int main()
{
    device_array<int> out(threads);
    any_square<<<1, threads>>>(out, 49);
    return check_fixed(out, 1);
}
