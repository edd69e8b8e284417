// SPDX-License-Identifier: MIT
// last_block.h: judges the exercise "last_block".
#pragma once
#include <algorithm>

#include "judge.h"

enum { threads_per_block = 64 };

// *sum = the sum of the n elements of in, in one launch. partial has an element for each block; *arrived is 0 before
// the first launch, and must be 0 again after each.
__global__ void last_block(const int *in, int *partial, unsigned *arrived, int *sum, int n);

#ifdef JUDGES
static void judge()
{
    array<unsigned> arrived(1, [](size_t) { return 0; });
    for (int blocks : {1, 2, 7, 40})
        for (int n : {1, 64, 1000, 5000}) {
            begin_case("n = %d, %d blocks", n, blocks);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), partial(blocks), sum(1);
            watch(partial, blocks);
            run([&] { last_block<<<blocks, threads_per_block>>>(in, partial, arrived, sum, n); });
            int expected = 0;
            for (int i = 0; i < n; ++i)
                expected += in[i];
            sum.expect("sum", [&](size_t) { return expected; });
            arrived.expect("arrived", [](size_t) { return 0; });
            expect_watched_loads("partial", blocks);
            expect_global_atomics(2 * blocks);
            expect_loading_threads(std::min(n, blocks * threads_per_block));
            expect_divided(divide_up(n, blocks * threads_per_block) + 150);
        }
}
#endif
