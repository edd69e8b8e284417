// SPDX-License-Identifier: MIT
// barrier_half_warp.cu: half a warp waits at a barrier, while the other half goes on to the next one.
// CPU exits 1
// CPU finds divergent-barrier
// CPU says 16 threads wait in __syncthreads() at barrier_half_warp.cu:{half}: 0-15
// CPU says 112 threads wait in __syncthreads() at barrier_half_warp.cu:{all}: 16-127
// synccheck exits 3
// synccheck prints Barrier error detected. Divergent thread(s) in block.
#include "../kernel_run.h"

const int threads = 128, border = 16;

__global__ void with_border(int *out)
{
    __shared__ int line[threads + border];
    int t = threadIdx.x;
    line[t + border] = t;
    if (t < border) {
        line[t] = t - border;
#ifndef FIXED
        __syncthreads(); // {half}
#endif
    }
    __syncthreads(); // {all}
    out[t] = line[t];
}

int main()
{
    device_array<int> out(threads);
    with_border<<<1, threads>>>(out);
    return check_fixed(out, [](int i) { return i - border; });
}
