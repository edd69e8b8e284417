// SPDX-License-Identifier: MIT
// warp_sync_before_write.cu: __syncwarp() before the write alone: a lane may read in the next round what another has
// yet to write.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says Nothing orders line {write} before line {read} of the next round: put another __syncwarp()
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
        mine += sums[t + k]; // {read}
#ifndef FIXED
        __syncwarp();
        sums[t] = mine; // {write}
#else
        __syncwarp();
        sums[t] = mine;
        __syncwarp();
#endif
    }
    if (t == 0)
        *out = mine;
}

int main()
{
    device_array<int> out(1);
    sum<<<1, threads>>>(out);
    return check_fixed(out, threads * (threads + 1) / 2);
}
