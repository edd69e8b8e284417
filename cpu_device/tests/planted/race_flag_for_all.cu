// SPDX-License-Identifier: MIT
// race_flag_for_all.cu: thread 0 counts the rounds in shared memory, all threads read the count, and no barrier is in
// the loop: two are missing.
// CPU exits 3
// CPU finds race-shared: writes {write}, reads {read}
// CPU says put a __syncthreads() between them, after line {read}, and another at the end of the loop's body, after line
// racecheck exits 3
// racecheck prints Error: Race reported between
#include "../kernel_run.h"

const int threads = 128, rounds = 8;

__global__ void count(int *out)
{
    __shared__ int round;
    int sum = 0;
    if (threadIdx.x == 0)
        round = 0;
    __syncthreads();
    for (int r = 0; r < rounds; r++) {
        sum += round; // {read}
#ifdef FIXED
        __syncthreads();
#endif
        if (threadIdx.x == 0)
            round++; // {write}
#ifdef FIXED
        __syncthreads();
#endif
    }
    out[threadIdx.x] = sum;
}

int main()
{
    device_array<int> out(threads);
    count<<<1, threads>>>(out);
    return check_fixed(out, rounds * (rounds - 1) / 2);
}
