// SPDX-License-Identifier: MIT
// 26 ring: arrive, work, wait.
//
// The cells of a block lie in a ring. In each round a thread stores a number, computes another one that needs no other
// thread, and adds the numbers that its two neighbours have stored. With __syncthreads() a thread that has stored would
// do nothing until all have. A cuda::barrier comes in two halves: arrive() says that this thread has stored, and gives
// a token; wait(std::move(token)) waits until all threads have arrived in that phase. Put the thread's own work between
// the two. What a thread stores after it has arrived, and what it reads before it has waited, is not ordered. One
// thread calls init(all_stored, count) with the number of arrivals, before the others use the barrier.
//
//     ./run check ring        ./run hint ring
#include "judge/ring.h"

__global__ void ring(const int *in, int *out, int rounds, struct diary *diaries)
{
    __shared__ int stored[2][threads_per_block]; // by turns, so that nobody overwrites what a neighbour still reads
    extern __shared__ cuda::barrier<cuda::thread_scope_block> all_stored[]; // one, in dynamic shared memory
    struct diary *diary = &diaries[blockIdx.x];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    int left = (t + threads_per_block - 1) % threads_per_block, right = (t + 1) % threads_per_block;
    int cell = in[i];
    // your code: here, and where the loop needs it
    for (int round = 0; round < rounds; ++round) {
        int *now = stored[round % 2];
        now[t] = number_to_store(diary, cell);
        int own = own_work(diary, cell, round);
        cell = own + now[left] + now[right];
    }
    out[i] = cell;
}
