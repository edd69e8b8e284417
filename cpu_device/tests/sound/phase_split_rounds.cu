// SPDX-License-Identifier: MIT
// phase_split_rounds.cu: a barrier in two halves, round after round: between arrive and wait a thread works for itself.
// Two buffers, so that nobody stores where another may still read.
#include <cuda/barrier>
#include <utility>

#include "../kernel_run.h"

const int threads = 96, rounds = 9, blocks = 3;

__global__ void rotate(int *out)
{
    __shared__ int values[2][threads];
    __shared__ cuda::barrier<cuda::thread_scope_block> stored;
    if (threadIdx.x == 0)
        init(&stored, threads);
    __syncthreads();
    int mine = threadIdx.x, own = 0;
    for (int round = 0; round < rounds; round++) {
        values[round % 2][threadIdx.x] = mine;
        auto token = stored.arrive();
        for (unsigned i = 0; i < threadIdx.x; i++) // of another length in each thread
            own += i % 2;
        stored.wait(std::move(token));
        mine = values[round % 2][(threadIdx.x + 1) % threads];
    }
    out[blockIdx.x * threads + threadIdx.x] = mine + own;
}

int main()
{
    device_array<int> out(blocks * threads);
    rotate<<<blocks, threads>>>(out);
    return check(out, [](int i) { return (i % threads + rounds) % threads + rounds * (i % threads / 2); });
}
