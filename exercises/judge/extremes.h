// SPDX-License-Identifier: MIT
// extremes.h: judges the exercise "extremes".
#pragma once
#include <algorithm>

#include "judge.h"

enum { threads_per_block = 64 };

struct pair {
    int low, high;
};

// *all = the smallest and the largest of the n elements of in, which are 0 or more, in one launch. pairs has an element
// for each block, for its own extremes; *count is 0 before the first launch, and must be 0 again after each.
__global__ void extremes(const int *in, struct pair *pairs, unsigned *count, struct pair *all, int n);

#ifdef JUDGES
static void judge()
{
    for (int blocks : {1, 2, 7, 40}) {
        array<unsigned> count(1, [](size_t) { return 0; });
        array<int> pairs(2 * (size_t)blocks);
        for (int n : {5000, 64}) { // the second time, pairs has what the first launch left there
            begin_case("n = %d, %d blocks", n, blocks);
            array<int> in(n, [](size_t i) { return 1 + input(i, 1000000); }), all(2);
            watch(pairs, 2 * (size_t)blocks);
            run([&] {
                extremes<<<blocks, threads_per_block>>>(in, (struct pair *)(int *)pairs, count,
                                                        (struct pair *)(int *)all, n);
            });
            int low = in[0], high = in[0];
            for (int i = 1; i < n; ++i) {
                low = std::min(low, in[i]);
                high = std::max(high, in[i]);
            }
            all.expect("all", [&](size_t i) { return i == 0 ? low : high; });
            count.copy_back();
            if (count[0] != 0)
                end_judging("wrong",
                            "*count is %u at the end: the next launch counts from there, and finds no last block",
                            count[0]);
            expect_watched_loads("pairs", 2 * (size_t)blocks);
            expect_global_atomics(4 * blocks);
            expect_loading_threads(std::min(n, blocks * threads_per_block));
            expect_divided(2 * divide_up(n, blocks * threads_per_block) + 250);
        }
    }
}
#endif
