// SPDX-License-Identifier: MIT
// barrier_odd_threads.cu: half of the threads wait at a barrier of their own, the others at the next.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says kernel pairs, block (0,0,0), of 64 threads
// CPU says 32 threads wait in __syncthreads() at barrier_odd_threads.cu:{all}: 0, 2, 4,
// CPU says 32 threads wait in __syncthreads() at barrier_odd_threads.cu:{odd}: 1, 3, 5,
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in warp.
#include "../kernel_run.h"

const int threads = 64;

__global__ void pairs(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    if (t % 2 == 1) {
        line[t] = t;
#ifndef FIXED
        __syncthreads(); // {odd}
#endif
    }
    __syncthreads(); // {all}
    if (t % 2 == 0)
        out[t / 2] = line[t + 1] + t;
}

int main()
{
    device_array<int> out(threads / 2);
    pairs<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return 4 * i + 1; });
}
