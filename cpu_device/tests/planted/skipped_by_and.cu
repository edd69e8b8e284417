// SPDX-License-Identifier: MIT
// skipped_by_and.cu: only the threads whose left side of && is true come to the barrier on its right side.
// CPU exits 3
// CPU finds barrier-skipped
// CPU says 10 threads wait in __syncthreads_or() at skipped_by_and.cu:{barrier}: 0-9
// CPU says 54 threads have skipped this barrier, and have exited: 10-63
// all exits 0
#include "../kernel_run.h"

const int threads = 64;

__global__ void any(int *out)
{
    int t = threadIdx.x;
#ifndef FIXED
    if (t < 10 && __syncthreads_or(t == 5)) // {barrier}
        out[t] = 1;
#else
    int found = __syncthreads_or(t == 5);
    if (t < 10 && found)
        out[t] = 1;
    else
        out[t] = 0;
#endif
}

int main()
{
    device_array<int> out(threads, zeros);
    any<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i < 10; });
}
