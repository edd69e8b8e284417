// SPDX-License-Identifier: MIT
// histogram.h: judges the exercise "histogram".
#pragma once
#include "judge.h"

enum { bin_count = 64 };

// bins[v] += how many of the n elements of in are v, which is below bin_count. The bins are 0 before the launch. Any
// number of blocks, of at least bin_count threads.
__global__ void histogram(const int *in, int *bins, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {64, 256})
        for (int n : {1, 1000, 20000}) {
            const int blocks = 3;
            begin_case("n = %d, %d blocks of %d threads", n, blocks, threads);
            array<int> in(n, [](size_t i) { return input(i, bin_count - 3); }),
                bins(bin_count, [](size_t) { return 0; });
            run([&] { histogram<<<blocks, threads>>>(in, bins, n); });
            std::vector<int> expected(bin_count);
            for (int i = 0; i < n; ++i)
                ++expected[in[i]];
            bins.expect("bins", [&](size_t bin) { return expected[bin]; });
            expect_global_atomics(blocks * bin_count);
            expect_loading_threads(n < blocks * bin_count ? n : blocks * bin_count);
            // a thread per bin looks at all elements of the block
            expect_divided(divide_up(n, blocks) + 4 * divide_up(n, blocks * threads) + 4 * bin_count);
        }
}
#endif
