// SPDX-License-Identifier: MIT
// block_sum.h: judges the exercise "block_sum".
#pragma once
#include "judge.h"

enum { most_threads = 1024 }; // of a block

// out[blockIdx.x] = the sum of the block's elements: of in, as many as it has threads, any number up to most_threads.
__global__ void block_sum(const int *in, int *out);

#ifdef JUDGES
static void judge()
{
    for (int threads : {1, 2, 32, 64, 96, 100, 255, 1024})
        for (int blocks : {1, 5}) {
            begin_case(blocks == 1 ? "%d block of %d threads" : "%d blocks of %d threads", blocks, threads);
            array<int> in((size_t)blocks * threads, [](size_t i) { return input(i, 1000) + 1; }), out(blocks);
            run([&] { block_sum<<<blocks, threads>>>(in, out); });
            out.expect("out", [&](size_t block) {
                int sum = 0;
                for (int i = 0; i < threads; ++i)
                    sum += in[block * threads + i];
                return sum;
            });
            expect_global_loads(blocks * divide_up(threads, 32));
            expect_shared_loads(blocks * (threads / 2 + 32));
            expect_loading_threads((size_t)blocks * threads);
            expect_divided(80);
        }
}
#endif
