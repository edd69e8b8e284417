// SPDX-License-Identifier: MIT
// grid_scan.h: judges the exercise "grid_scan".
#pragma once
#include <cooperative_groups.h>

#include "judge.h"

enum { threads_per_block = 64 };

// out[i] = the sum of in[0] to in[i], for all i below n, where the grid has at least n threads, in a cooperative
// launch. sums has an element for each block.
__global__ void grid_scan(const int *in, int *sums, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int blocks : {1, 2, 5, 16})
        for (int missing : {0, 1, 63}) {
            int n = blocks * threads_per_block - missing;
            begin_case("n = %d, %d blocks", n, blocks);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), sums(blocks), out(n);
            const int *given = in;
            int *s = sums, *o = out;
            void *arguments[] = {&given, &s, &o, &n};
            watch(sums, blocks);
            run([&] {
                judge_call(
                    cudaLaunchCooperativeKernel((const void *)grid_scan, blocks, threads_per_block, arguments, 0, 0),
                    "the launch is refused");
            });
            int sum = 0;
            out.expect("out", [&](size_t i) { return sum += in[i]; });
            expect_watched_loads("sums", blocks - 1);
            expect_global_loads((size_t)blocks * (blocks + 4));
            expect_loading_threads(n);
            expect_storing_threads(n);
            expect_divided(2 * blocks + 200);
        }
}
#endif
