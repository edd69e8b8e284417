// SPDX-License-Identifier: MIT
// window.h: judges the exercise "window".
#pragma once
#include "judge.h"

enum { radius = 3, most_threads = 256 }; // of a block

// out[i] = in[i] + in[i - 1] + ... + in[i - radius] for all i below n; what would be before in[0] counts as 0. A block
// has more than radius threads.
__global__ void window(const int *in, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 96, 256})
        for (int n : {1, 3, 100, 1000, 4097}) {
            begin_case("n = %d, blocks of %d threads", n, threads);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), out(n);
            size_t blocks = divide_up(n, threads);
            run([&] { window<<<blocks, threads>>>(in, out, n); });
            out.expect("out", [&](size_t i) {
                int sum = 0;
                for (size_t k = 0; k <= radius && k <= i; ++k)
                    sum += in[i - k];
                return sum;
            });
            expect_global_loads(blocks * (threads / 32 + 2));
            expect_loading_threads(n);
            expect_storing_threads(n);
            expect_divided(24);
        }
}
#endif
