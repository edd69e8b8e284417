// SPDX-License-Identifier: MIT
// barrier_two_and_one.cu: one branch has two barriers, the other branch one.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 32 threads wait in __syncthreads() at barrier_two_and_one.cu:{first}: 0-31
// CPU says 32 threads wait in __syncthreads() at barrier_two_and_one.cu:{only}: 32-63
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in block.
#include "../kernel_run.h"

const int threads = 64, half = 32;

// The lower half stores, the upper half reads, the lower half clears.
__global__ void hand_over(int *out)
{
    __shared__ int line[half];
    int t = threadIdx.x;
    if (t < half)
        line[t] = t * t;
#ifndef FIXED
    if (t < half) {
        __syncthreads(); // {first}
        __syncthreads();
    } else {
        __syncthreads(); // {only}
        out[t - half] = line[threads - 1 - t];
    }
#else
    __syncthreads();
    if (t >= half)
        out[t - half] = line[threads - 1 - t];
    __syncthreads();
#endif
    if (t < half)
        line[t] = 0;
}

int main()
{
    device_array<int> out(half);
    hand_over<<<1, threads>>>(out);
    return finish(out) || (is_fixed && (out.on_host[0] != 31 * 31 || out.on_host[half - 1] != 0));
}
