// SPDX-License-Identifier: MIT
// A thread stores after it has arrived, and nobody waits for that. Seldom right. Says: race on shared memory
#include "judge/ring.h"

__global__ void ring(const int *in, int *out, int rounds, struct diary *diaries)
{
    __shared__ int stored[2][threads_per_block]; // by turns, so that nobody overwrites what a neighbour still reads
    extern __shared__ cuda::barrier<cuda::thread_scope_block> all_stored[]; // one, in dynamic shared memory
    struct diary *diary = &diaries[blockIdx.x];
    int t = threadIdx.x, i = t + blockIdx.x * blockDim.x;
    int left = (t + threads_per_block - 1) % threads_per_block, right = (t + 1) % threads_per_block;
    int cell = in[i];
    if (t == 0)
        init(all_stored, threads_per_block);
    __syncthreads(); // the barrier is there for all
    for (int round = 0; round < rounds; ++round) {
        int *now = stored[round % 2];
        int number = number_to_store(diary, cell);
        auto token = all_stored->arrive();
        now[t] = number;
        int own = own_work(diary, cell, round);
        all_stored->wait(std::move(token));
        cell = own + now[left] + now[right];
    }
    out[i] = cell;
}
