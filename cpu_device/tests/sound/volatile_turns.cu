// SPDX-License-Identifier: MIT
// volatile_turns.cu: the lanes of a warp take turns by a volatile counter in global memory. A fence stands on both
// sides of each turn, and the line that waits for the turn also passes it on.
#include <stdio.h>

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
    unsigned *log, host[2], expected = 0;
    int *turn, *progress;
    for (int i = 0; i < 32 * rounds; i++)
        expected = 3 * expected + i;
    if (cudaMalloc(&turn, 8) || cudaMalloc(&log, 8) || cudaMalloc(&progress, 8) || cudaMemset(turn, 0, 8) ||
        cudaMemset(log, 0, 8) || cudaMemset(progress, 0, 8))
        return 1;
    take_turns<<<1, threads>>>(turn, log, progress);
    if (cudaMemcpy(host, log, 8, cudaMemcpyDeviceToHost) || cudaFree(turn) || cudaFree(log) || cudaFree(progress))
        return 1;
    printf(host[0] == expected && host[1] == expected ? "Right\n" : "WRONG\n");
    return host[0] != expected || host[1] != expected;
}
