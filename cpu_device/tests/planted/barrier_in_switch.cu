// SPDX-License-Identifier: MIT
// barrier_in_switch.cu: one case of a switch has a barrier that the other cases lack.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 16 threads wait in __syncthreads() at barrier_in_switch.cu:{case}: 0, 4, 8,
// CPU says 48 threads wait in __syncthreads() at barrier_in_switch.cu:{all}: 1-3, 5-7,
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

const int threads = 64;

__global__ void shapes(int *out)
{
    __shared__ int line[threads];
    int t = threadIdx.x;
    switch (t % 4) {
    case 0: line[t] = 100 + t;
#ifndef FIXED
        __syncthreads(); // {case}
#endif
        break;
    case 1: line[t] = 200 + t; break;
    default: line[t] = t; break;
    }
    __syncthreads(); // {all}
    out[t] = line[threads - 1 - t];
}

int main()
{
    device_array<int> out(threads);
    shapes<<<1, threads>>>(out);
    return finish(out) || (is_fixed && (out.on_host[0] != 63 || out.on_host[1] != 62 || out.on_host[2] != 261 ||
                                        out.on_host[3] != 160));
}
