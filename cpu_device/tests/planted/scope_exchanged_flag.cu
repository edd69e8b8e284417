// SPDX-License-Identifier: MIT
// scope_exchanged_flag.cu: one block raises a flag by atomicExch_block(), which another block may never see.
// CPU exits 3
// CPU reports 2
// CPU finds race-between-blocks: writes atomically {raise}, writes atomically {lower}
// CPU says flag
// all exits 0
#include "../kernel_run.h"

__device__ unsigned flag;
__device__ float message[2];

__global__ void pass(float *out)
{
    if (blockIdx.x == 0) {
        message[0] = 1.25f;
        message[1] = 2.5f;
        __threadfence();
#ifndef FIXED
        atomicExch_block(&flag, 1u); // {raise}
#else
        atomicExch(&flag, 1u);
#endif
    } else {
        bool there = false;
        for (int i = 0; i < 1000000 && !there; i++) {
            there = atomicExch(&flag, 0u) == 1; // {lower}
            __nanosleep(100);
        }
        __threadfence();
        *out = there ? message[0] + message[1] : -1;
    }
}

int main()
{
    device_array<float> out(1);
    pass<<<2, 1>>>(out);
    return check_fixed(out, 3.75f);
}
