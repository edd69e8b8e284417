// SPDX-License-Identifier: MIT
// branch.h: judges the exercise "branch".
#pragma once
#include "judge.h"

enum { most_threads = 1024 }; // of a block

// out[blockIdx.x] = the largest element of the block: of in, as many as it has threads, a power of two up to
// most_threads. Every element is 1 or more.
__global__ void branch(const int *in, int *out);

#ifdef JUDGES
static void judge()
{
    for (int threads : {1, 2, 32, 64, 256, 1024})
        for (int blocks : {1, 5}) {
            begin_case(blocks == 1 ? "%d block of %d threads" : "%d blocks of %d threads", blocks, threads);
            array<int> in((size_t)blocks * threads, [](size_t i) { return input(i, 100000) + 1; }), out(blocks);
            run([&] { branch<<<blocks, threads>>>(in, out); });
            out.expect("out", [&](size_t block) {
                int largest = 0;
                for (int i = 0; i < threads; ++i)
                    largest = std::max(largest, (int)in[block * threads + i]);
                return largest;
            });
            expect_global_loads(blocks * divide_up(threads, 32));
            expect_loading_threads((size_t)blocks * threads);
            expect_divided(80);
        }
}
#endif
