// SPDX-License-Identifier: MIT
// groups_copy_one_batch_early.cu: two copies are under way, and the block waits for all but two, not for all but one.
// CPU exits 3
// CPU finds uninitialized-shared
// CPU says reads buffer[
// racecheck exits 3
// racecheck prints Warning: Race reported between
#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>

#include "../kernel_run.h"

namespace cg = cooperative_groups;

const int threads = 32, rounds = 5, n = rounds * threads;

__global__ void sums(const int *in, int *out)
{
    __shared__ int buffer[2][threads];
    cg::thread_block block = cg::this_thread_block();
    int rank = block.thread_rank(), sum = 0;
    cg::memcpy_async(block, buffer[0], in, sizeof buffer[0]);
    for (int round = 0; round < rounds; round++) {
        if (round + 1 < rounds) {
            cg::memcpy_async(block, buffer[(round + 1) % 2], in + (round + 1) * threads, sizeof buffer[0]);
#ifdef FIXED
            cg::wait_prior<1>(block);
#else
            cg::wait_prior<2>(block);
#endif
        } else {
            cg::wait(block);
        }
        sum += buffer[round % 2][(rank + round) % threads]; // {load}
        block.sync();
    }
    out[rank] = sum;
}

int main()
{
    device_array<int> in(n, [](int i) { return i; }), out(threads);
    sums<<<1, threads>>>(in, out);
    return check_fixed(out, [](int i) {
        int sum = 0;
        for (int round = 0; round < rounds; round++)
            sum += round * threads + (i + round) % threads;
        return sum;
    });
}
