// SPDX-License-Identifier: MIT
// warp_no_sync_after_return.cu: the last warp goes on alone, and its lanes are not synchronized.
// CPU exits 3
// CPU finds race-shared: writes {sum}, reads {sum}
// CPU says read into a variable, then __syncwarp(), then write, then __syncwarp()
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include "../kernel_run.h"

const int threads = 128;

__global__ void sum(int *out)
{
    __shared__ int sums[threads];
    int t = threadIdx.x;
    sums[t] = t + 1;
    __syncthreads();
    if (t < 64)
        sums[t] += sums[t + 64];
    __syncthreads();
    if (t >= 32)
        return;
    int mine = sums[t];
    for (int k = 32; k > 0; k /= 2) {
#ifndef FIXED
        sums[t] += sums[t + k]; // {sum}
#else
        mine += sums[t + k];
        __syncwarp();
        sums[t] = mine;
        __syncwarp();
#endif
    }
#ifndef FIXED
    mine = sums[t];
#endif
    if (t == 0)
        *out = mine;
}

int main()
{
    device_array<int> out(1);
    sum<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads + 1) / 2);
}
