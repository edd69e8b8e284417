// SPDX-License-Identifier: MIT
// phase_one_barrier_a_round.cu: one phase per round of the loop orders the writes before the reads, and not these
// before the next writes.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says Nothing orders line {read} before line {write} of the next round: put another b.arrive_and_wait()
// racecheck exits 3
// racecheck prints Error: Race reported between
#include <cuda/barrier>

#include "../kernel_run.h"

const int threads = 64, rounds = 4;

__global__ void shift(int *out)
{
    __shared__ int a[threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> b;
    int t = threadIdx.x;
    if (t == 0)
        init(&b, threads);
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        a[t] = 100 * r + t; // {write}
        b.arrive_and_wait();
        out[t] += a[threads - 1 - t]; // {read}
#ifdef FIXED
        b.arrive_and_wait();
#endif
    }
}

int main()
{
    device_array<int> out(threads, zeros);
    shift<<<1, threads>>>(out);
    return check_fixed(out, [](int t) { return 600 + rounds * (threads - 1 - t); });
}
