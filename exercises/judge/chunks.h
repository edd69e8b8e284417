// SPDX-License-Identifier: MIT
// chunks.h: judges the exercise "chunks".
#pragma once
#include "judge.h"

enum { most_threads = 256 }; // of the block

// out[i] = in[i] - in[i + 1] for all i below n - 1, and the last one is in[n - 1]. One block, of any number of threads.
__global__ void chunks(const int *in, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 64, 100, 256})
        for (int n : {1, 100, 256, 257, 1000}) {
            begin_case("n = %d, %d threads", n, threads);
            array<int> in(n, [](size_t i) { return input(i, 997); }), out(n);
            run([&] { chunks<<<1, threads>>>(in, out, n); });
            out.expect("out", [&](int i) { return in[i] - (i + 1 < n ? in[i + 1] : 0); });
            expect_global_loads(divide_up(n, threads) * (divide_up(threads, 32) + 1));
            expect_loading_threads(n < threads ? n : threads);
            expect_storing_threads(n < threads ? n : threads);
            expect_divided(8 * divide_up(n, threads) + 16);
        }
}
#endif
