// SPDX-License-Identifier: MIT
// look_back.h: judges the exercise "look_back".
#pragma once
#include "judge.h"

enum { threads_per_block = 64 };

// What a block tells those after it.
enum { nothing_yet, own_sum, sum_up_to_here };
struct tile {
    int state;           // one of these
    int own, up_to_here; // the sum of the tile's elements; of these and all before
};

// out[i] = the sum of in[0] to in[i], for all i below n. There are at least n threads. tiles has an element for each
// block, and *next is for what blocks take in turn; all of it is 0 before the launch.
__global__ void look_back(const int *in, struct tile *tiles, int *next, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int n : {1, 64, 65, 1000, 10000}) {
        begin_case("n = %d", n);
        const size_t blocks = divide_up(n, threads_per_block);
        array<int> in(n, [](size_t i) { return input(i, 1000); }), out(n), next(1, [](size_t) { return 0; });
        array<int> tiles(3 * blocks, [](size_t) { return 0; });
        run([&] { look_back<<<blocks, threads_per_block>>>(in, (struct tile *)(int *)tiles, next, out, n); });
        int sum = 0;
        out.expect("out", [&](size_t i) { return sum += in[i]; });
        expect_loading_threads(n);
        expect_storing_threads(n);
        expect_divided(8 * blocks + 300);
        next.copy_back();
        if (next[0] != (int)blocks) // each has to take a number, and no more than one
            end_judging("unsafe",
                        "*next is %d at the end, and there are %zu blocks: by another number, a block may wait for one "
                        "that has not begun",
                        next[0], blocks);
    }
}
#endif
