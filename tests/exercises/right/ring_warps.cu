// SPDX-License-Identifier: MIT
// One arrival for each warp: its lanes meet first, and then all of them wait.
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
        init(all_stored, threads_per_block / 32);
    __syncthreads(); // the barrier is there for all
    for (int round = 0; round < rounds; ++round) {
        int *now = stored[round % 2];
        now[t] = number_to_store(diary, cell);
        __syncwarp(); // the lanes of the warp have stored
        cuda::barrier<cuda::thread_scope_block>::arrival_token token;
        if (t % 32 == 0)
            token = all_stored->arrive();
        int own = own_work(diary, cell, round);
        if (t % 32 == 0)
            all_stored->wait(std::move(token));
        __syncwarp(); // what the first lane has waited for
        cell = own + now[left] + now[right];
    }
    out[i] = cell;
}
