// SPDX-License-Identifier: MIT
// everyone.h: judges the exercise "everyone".
#pragma once
#include "judge.h"

enum { most_threads = 256 }; // of a block

// Swaps the elements 0 and 1, 2 and 3, ...: out[i] = in[i ^ 1], for all i below n. If n is odd, the last one stays.
// There are at least n threads, an even number in each block.
__global__ void everyone(const int *in, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 100, 256})
        for (int n : {1, 2, 100, 255, 1000}) {
            begin_case("n = %d, blocks of %d threads", n, threads);
            array<int> in(n, [](size_t i) { return input(i, 100000); }), out(n);
            run([&] { everyone<<<divide_up(n, threads), threads>>>(in, out, n); });
            out.expect("out", [&](int i) { return in[(i ^ 1) < n ? i ^ 1 : i]; });
            expect_global_loads(divide_up(n, threads) * divide_up(threads, 32));
            expect_loading_threads(n);
            expect_storing_threads(n);
            expect_divided(16);
        }
}
#endif
