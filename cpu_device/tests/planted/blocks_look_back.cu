// SPDX-License-Identifier: MIT
// blocks_look_back.cu: a scan in one launch: each block publishes its sum by a state, and no fence puts the sum first.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

const int blocks = 12, threads = 32;
enum { nothing, own_sum, sum_so_far };

__device__ int sums[2][blocks];
__device__ volatile int states[blocks];

__device__ void publish(int state, int sum)
{
    sums[state - 1][blockIdx.x] = sum; // {write}
#ifdef FIXED
    __threadfence();
#endif
    states[blockIdx.x] = state;
}

// out[b]: the sum of all blocks before b, each of which has b + 1 to give.
__global__ void scan(int *out)
{
    if (threadIdx.x != 0)
        return;
    int mine = blockIdx.x + 1, before = 0;
    publish(own_sum, mine);
    int state = nothing;
    for (int b = blockIdx.x - 1; b >= 0 && state != sum_so_far; b--) {
        while ((state = states[b]) == nothing)
            __nanosleep(100);
        __threadfence();
        before += sums[state - 1][b]; // {read}
    }
    publish(sum_so_far, before + mine);
    out[blockIdx.x] = before;
}

int main()
{
    device_array<int> out(blocks);
    scan<<<blocks, threads>>>(out);
    return check_fixed(out, [](int b) { return b * (b + 1) / 2; });
}
