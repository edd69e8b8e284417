// SPDX-License-Identifier: MIT
// waits_flag_never_set.cu: a block waits for a flag that the other block sets only if it has something to add.
// Run with: CPU_DEVICE_CHECKS=fatal
// CPU exits 3
// CPU finds waits-for-ever
// CPU says kernel hand_on, block (1,0,0)
// CPU says 1 thread spins at waits_flag_never_set.cu:{poll} on the __device__ variable ready
// synccheck exits 9
// synccheck prints ERROR SUMMARY: 0 errors
#include "../kernel_run.h"

__device__ volatile int ready;
__device__ int sum;

__global__ void hand_on(int add, int *out)
{
    if (blockIdx.x == 0) {
        if (add != 0) {
            sum += add;
#ifndef FIXED
            __threadfence();
            ready = 1;
        }
#else
        }
        __threadfence();
        ready = 1;
#endif
    } else {
        while (ready == 0) // {poll}
            ;
        __threadfence();
        *out = sum;
    }
}

int main()
{
    device_array<int> out(1);
    hand_on<<<2, 1>>>(0, out);
    return check(out, 0);
}
