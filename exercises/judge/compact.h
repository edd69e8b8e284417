// SPDX-License-Identifier: MIT
// compact.h: judges the exercise "compact".
#pragma once
#include <algorithm>

#include "judge.h"

// Copies the elements of in that are greater than 0 to the beginning of out, in any order, and adds their number to
// *count, which is 0 before the launch. There are at least n threads, at most 256 in a block.
__global__ void compact(const int *in, int *out, int *count, int n);

#ifdef JUDGES
static void judge()
{
    for (int threads : {32, 100, 256})
        for (int n : {1, 32, 100, 3000}) {
            begin_case("n = %d, blocks of %d threads", n, threads);
            array<int> in(n, [](size_t i) { return input(i, 5) < 2 ? (int)i + 1 : -(int)i; });
            array<int> out(n), count(1, [](size_t) { return 0; });
            size_t blocks = divide_up(n, threads);
            run([&] { compact<<<blocks, threads>>>(in, out, count, n); });
            std::vector<int> expected;
            for (int i = 0; i < n; ++i)
                if (in[i] > 0)
                    expected.push_back(in[i]);
            count.expect("count", [&](size_t) { return expected.size(); });
            out.copy_back();
            std::vector<int> found;
            for (size_t i = 0; i < expected.size(); ++i)
                found.push_back(out[i]);
            std::sort(found.begin(), found.end());
            for (size_t i = 0; i < expected.size(); ++i)
                if (found[i] != expected[i])
                    expected[i] < found[i]
                        ? end_judging("wrong", "%d is missing in out", expected[i])
                        : end_judging("wrong", "%d is once too often, or by mistake, in out", found[i]);
            expect_global_atomics(blocks);
            expect_loading_threads(n);
            expect_divided(200);
        }
}
#endif
