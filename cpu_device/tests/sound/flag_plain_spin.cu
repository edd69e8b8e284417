// SPDX-License-Identifier: MIT
// flag_plain_spin.cu: a consumer spins on a volatile flag and does nothing else meanwhile. (With CPU_DEVICE_CHECKS=off
// this hangs, as the device's README says: the spinning thread never lets the other one run.)
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

__global__ void hand_over(int *out)
{
    __shared__ int data[32];
    __shared__ volatile int ready[32], answered[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32)
        ready[lane] = answered[lane] = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        data[lane] = 42 + lane;
        __threadfence_block();
        ready[lane] = 1;
        while (!answered[lane])
            ;
        __threadfence_block();
        out[lane] = data[lane];
    } else {
        while (!ready[lane])
            ;
        __threadfence_block();
        data[lane] *= 2;
        __threadfence_block();
        answered[lane] = 1;
    }
}

int main()
{
    device_array<int> out(32);
    hand_over<<<1, 64>>>(out);
    return check(out, [](int lane) { return 2 * (42 + lane); });
}
