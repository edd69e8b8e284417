// SPDX-License-Identifier: MIT
// barrier_vote_in_loop.cu: a whole warp must vote in each round of a loop, but some of its lanes have left the loop.
// CPU exits 1
// CPU finds divergent-warp
// CPU says 8 threads wait in a vote at barrier_vote_in_loop.cu:{vote}: 0-7
// CPU says 24 threads wait in __syncthreads() at barrier_vote_in_loop.cu:{block}: 8-31
// racecheck exits 3
// racecheck prints Deadlock detected in Syncwarp
#include "../kernel_run.h"

const int n = 40;

__global__ void count_multiples(int *out)
{
    int count = 0;
#ifndef FIXED
    int end = n;
#else
    int end = (n + 31) / 32 * 32;
#endif
    for (int i = threadIdx.x; i < end; i += 32)
        count += __popc(__ballot_sync(0xffffffff, i < n && i % 3 == 0)); // {vote}
    __syncthreads();                                                     // {block}
    out[threadIdx.x] = count;
}

int main()
{
    device_array<int> out(32);
    count_multiples<<<1, 32>>>(out);
    return check_fixed(out, 14);
}
