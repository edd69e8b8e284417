// SPDX-License-Identifier: MIT
// volatile_turns.cu: the lanes of a warp take turns by a volatile counter in global memory. A fence stands on both
// sides of each turn, and the line that waits for the turn also passes it on.
#include "../kernel_run.h"

const int threads = 64, rounds = 3;

__global__ void take_turns(volatile int *turn, unsigned *log, volatile int *progress)
{
    int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
    for (int round = 0; round < rounds; round++) {
        int mine = round * 32 + lane;
        // clang-format off
        while (turn[warp] != mine) __nanosleep(20); __threadfence(); log[warp] = log[warp] * 3 + mine; __threadfence(); turn[warp] = mine + 1;
        // clang-format on
    }
    if (lane == 5)
        for (int i = 1; i <= 10; i++) // only a number to look at: no data depends on it
            progress[warp] = i;
    if (lane == 9)
        while (progress[warp] < 10)
            __nanosleep(20);
}

int main()
{
    unsigned expected = 0;
    for (int i = 0; i < 32 * rounds; i++)
        expected = 3 * expected + i;
    device_array<int> turn(8 / sizeof(int), zeros);
    device_array<unsigned> log(8 / sizeof(unsigned), zeros);
    device_array<int> progress(8 / sizeof(int), zeros);
    take_turns<<<1, threads>>>(turn, log, progress);
    return finish(log) || log.on_host[0] != expected || log.on_host[1] != expected;
}
