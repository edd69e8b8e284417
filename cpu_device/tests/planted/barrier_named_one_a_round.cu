// SPDX-License-Identifier: MIT
// barrier_named_one_a_round.cu: a named barrier in a loop, and nothing orders the reads before the next round.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says Nothing orders line {read} before line {write} of the next round: put another bar.sync 1, 64
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int threads = 64, rounds = 4;

__global__ void shift(int *out)
{
    __shared__ int a[threads];
    int t = threadIdx.x;
    for (int r = 0; r < rounds; r++) {
        a[t] = 100 * r + t; // {write}
        asm volatile("bar.sync 1, 64;" ::: "memory");
        out[t] += a[threads - 1 - t]; // {read}
#ifdef FIXED
        asm volatile("bar.sync 1, 64;" ::: "memory");
#endif
    }
}

int main()
{
    device_array<int> out(threads, zeros);
    shift<<<1, threads>>>(out);
    return check_fixed(out, [](int t) { return 600 + rounds * (threads - 1 - t); });
}
