// SPDX-License-Identifier: MIT
// barrier_count_in_branch.cu: a barrier that counts votes stands in a branch, as if it were no barrier.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 100 threads wait in __syncthreads_count() at barrier_count_in_branch.cu:{count}: 0-99
// CPU says 28 threads wait in __syncthreads() at barrier_count_in_branch.cu:{all}: 100-127
// racecheck exits 3
// racecheck prints Deadlock detected in Barrier
#include "../kernel_run.h"

const int n = 100, threads = 128;

__global__ void count_multiples(int *out)
{
    int t = threadIdx.x, count = 0;
#ifndef FIXED
    if (t < n)
        count = __syncthreads_count(t % 3 == 0); // {count}
#else
    count = __syncthreads_count(t < n && t % 3 == 0);
#endif
    __syncthreads(); // {all}
    out[t] = count;
}

int main()
{
    device_array<int> out(threads);
    count_multiples<<<1, threads>>>(out);
    return check_fixed(out, 34);
}
