// SPDX-License-Identifier: MIT
// add.h: judges the exercise "add".
#pragma once
#include "judge.h"

// c[i] = a[i] + b[i] for all i below n. There are at least n threads.
__global__ void add(const int *a, const int *b, int *c, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 96, 256})
        for (int n : {1, 31, 32, 100, 1000, 4097}) {
            begin_case("n = %d, blocks of %d threads", n, threads);
            array<int> a(n, [](size_t i) { return input(2 * i, 10000); }),
                b(n, [](size_t i) { return input(2 * i + 1, 10000); }), c(n);
            run([&] { add<<<divide_up(n, threads), threads>>>(a, b, c, n); });
            c.expect("c", [&](size_t i) { return a[i] + b[i]; });
            expect_coalesced();
            // the last threads may load one element where all others load two as an int2
            expect_global_loads(2 * divide_up(n, threads) * (threads / 32) + 2);
            expect_loading_threads(n);
            expect_storing_threads(n);
            expect_divided(16);
        }
}
#endif
