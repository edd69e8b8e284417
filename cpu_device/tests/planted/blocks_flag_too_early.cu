// SPDX-License-Identifier: MIT
// blocks_flag_too_early.cu: there are fences, but the flag is set before the data that it stands for.
// CPU exits 3
// CPU finds race-between-blocks: writes {write}, reads {read}
// all exits 0
#include "../kernel_run.h"

__device__ int data;
__device__ volatile int ready;

__global__ void hand_over(int *out)
{
    if (blockIdx.x == 0) {
#ifndef FIXED
        ready = 1;
        __threadfence();
        data = 42; // {write}
#else
        data = 42;
        __threadfence();
        ready = 1;
#endif
    } else {
        while (ready == 0)
            __nanosleep(100);
        __threadfence();
        *out = data; // {read}
    }
}

int main()
{
    device_array<int> out(1);
    hand_over<<<2, 1>>>(out);
    return check_fixed(out, 42);
}
