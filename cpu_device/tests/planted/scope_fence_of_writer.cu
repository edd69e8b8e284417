// SPDX-License-Identifier: MIT
// scope_fence_of_writer.cu: a pair of numbers is handed to another block after a __threadfence_block().
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__device__ double2 pair;
__device__ volatile int state;

__global__ void hand_over(double *out)
{
    if (blockIdx.y == 0) {
        pair.x = 1.5; // {write}
        pair.y = 2.5;
#ifndef FIXED
        __threadfence_block();
#else
        __threadfence();
#endif
        state = 1;
    } else {
        bool there = false;
        for (int i = 0; i < 1000000 && !there; i++) {
            there = state == 1;
            __nanosleep(100);
        }
        __threadfence();
        if (there)
            *out = pair.x + // {read}
                   pair.y;
    }
}

int main()
{
    device_array<double> out(1, zeros);
    hand_over<<<dim3(1, 2), 1>>>(out);
    return check_fixed(out, 4);
}
