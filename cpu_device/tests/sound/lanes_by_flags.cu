// SPDX-License-Identifier: MIT
// lanes_by_flags.cu: the lanes of one warp hand values on by volatile flags of a byte, side by side in a word, with
// __threadfence_block() before the store and after the look; the half that waits and the half that is waited for take
// different branches, and no __syncwarp() stands between them. In shared and in global memory.
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int blocks = 3;

struct board {
    int values[32];
    volatile unsigned char flags[32];
};

__device__ board boards[blocks];

__device__ int chain(board *b)
{
    int lane = threadIdx.x;
    if (lane % 2 == 0) {
        b->values[lane] = lane * 5;
        __threadfence_block();
        b->flags[lane] = 1;
        while (b->flags[lane + 1] == 0)
            __nanosleep(20);
        __threadfence_block();
        return b->values[lane]; // as the partner has left it
    }
    while (b->flags[lane - 1] == 0)
        __nanosleep(20);
    __threadfence_block();
    int before = b->values[lane - 1];
    b->values[lane - 1] = before + 1;
    b->values[lane] = -before;
    __threadfence_block();
    b->flags[lane] = 2;
    return b->values[lane];
}

__global__ void run(int *out)
{
    __shared__ board in_shared;
    int lane = threadIdx.x;
    in_shared.flags[lane] = 0;
    __syncwarp();
    out[blockIdx.x * 64 + lane] = chain(&in_shared);
    out[blockIdx.x * 64 + 32 + lane] = chain(&boards[blockIdx.x]);
}

int main()
{
    device_array<int> out(blocks * 64);
    run<<<blocks, 32>>>(out);
    return check(out, [](int i) {
        int lane = i % 32;
        return lane % 2 == 0 ? lane * 5 + 1 : -(lane - 1) * 5;
    });
}
