// SPDX-License-Identifier: MIT
// scan.h: judges the exercise "scan".
#pragma once
#include "judge.h"

enum { most_threads = 1024 }; // of a block

// Each block scans its own elements, one a thread: out[i] = the sum of the block's elements up to in[i], which counts
// too.
__global__ void scan(const int *in, int *out);

#ifdef JUDGES
static void judge()
{
    for (int threads : {1, 32, 33, 100, 256, 1024})
        for (int blocks : {1, 3}) {
            begin_case(blocks == 1 ? "%d block of %d threads" : "%d blocks of %d threads", blocks, threads);
            array<int> in((size_t)blocks * threads, [](size_t i) { return input(i, 1000); }),
                out((size_t)blocks * threads);
            run([&] { scan<<<blocks, threads>>>(in, out); });
            int sum = 0;
            out.expect("out", [&](size_t i) { return sum = in[i] + (i % threads == 0 ? 0 : sum); });
            expect_global_loads(blocks * divide_up(threads, 32));
            expect_shared_loads((size_t)blocks * divide_up(threads, 32) * 64);
            expect_loading_threads((size_t)blocks * threads);
            expect_storing_threads((size_t)blocks * threads);
            expect_divided(160);
        }
}
#endif
