// SPDX-License-Identifier: MIT
// flag_volatile.cu: one warp makes pieces of work in shared memory and another one uses them: volatile counters say how
// far each is, with a __threadfence_block() on both sides and a __syncwarp() within the warps.
//
// Fences and flags mean nothing to racecheck:
// racecheck exits 3
// racecheck prints Race reported
#include "../kernel_run.h"

const int rounds = 50;

__global__ void pass_on(int *out)
{
    __shared__ int piece[32];
    __shared__ volatile int made, used;
    int lane = threadIdx.x % 32;
    if (threadIdx.x == 0)
        made = used = 0;
    __syncthreads();
    if (threadIdx.x < 32) { // makes
        for (int round = 1; round <= rounds; round++) {
            while (used != round - 1)
                __nanosleep(20);
            __threadfence_block(); // what they read is read
            piece[lane] = round * 100 + lane;
            __syncwarp();
            if (lane == 0) {
                __threadfence_block();
                made = round;
            }
        }
    } else { // uses
        int sum = 0;
        for (int round = 1; round <= rounds; round++) {
            while (made != round)
                __nanosleep(20);
            __threadfence_block();
            sum += piece[31 - lane];
            __syncwarp();
            if (lane == 0) {
                __threadfence_block();
                used = round;
            }
        }
        out[lane] = sum;
    }
}

int main()
{
    device_array<int> out(32);
    pass_on<<<1, 64>>>(out);
    return check(out, [](int lane) { return 100 * rounds * (rounds + 1) / 2 + rounds * (31 - lane); });
}
