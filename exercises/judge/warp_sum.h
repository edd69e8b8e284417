// SPDX-License-Identifier: MIT
// warp_sum.h: judges the exercise "warp_sum".
#pragma once
#include "judge.h"

// sums[w] = the sum of the elements of warp w of the grid, whose lanes have in[32 * w] and the 31 after it, as far as
// they are below n. Blocks have whole warps, and there are as many warps as needed, or more.
__global__ void warp_sum(const int *in, int *sums, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 96, 256})
        for (int n : {1, 31, 32, 33, 1000}) {
            begin_case("n = %d, blocks of %d threads", n, threads);
            size_t warps = divide_up(n, 32);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), sums(warps);
            run([&] { warp_sum<<<divide_up(n, threads), threads>>>(in, sums, n); });
            sums.expect("sums", [&](size_t warp) {
                int sum = 0;
                for (int i = 32 * warp; i < 32 * (int)(warp + 1) && i < n; ++i)
                    sum += in[i];
                return sum;
            });
            expect_shared_loads(0);
            expect_global_loads(divide_up(n, threads) * (threads / 32));
            expect_global_stores(warps);
            expect_global_atomics(0);
            expect_loading_threads(n);
            expect_divided(16);
        }
}
#endif
