// SPDX-License-Identifier: MIT
// tally.h: judges the exercise "tally".
#pragma once
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

#include "judge.h"

enum { bin_count = 1 << 16 };

// bins[v] += how many of the n elements of in are v, which is below bin_count. groups[b] = how many different values
// the warps of block b have, added up. There are at least n threads, one for each element, in blocks of whole warps.
__global__ void tally(const int *in, int *bins, int *groups, int n);

#ifdef JUDGES
#include <set>

static void judge()
{
    array<int> bins(bin_count, [](size_t) { return 0; });
    std::vector<int> expected(bin_count); // of all launches so far
    for (int threads : {32, 96})
        for (int values : {1, 5, 200})
            for (int n : {1, 70, 1000}) {
                begin_case("n = %d, blocks of %d threads", n, threads);
                const int first = input(n, bin_count / 2), step = 100;
                array<int> in(n, [&](size_t i) { return first + step * input(i, values); });
                const size_t blocks = divide_up(n, threads);
                array<int> groups(blocks);
                run([&] { tally<<<blocks, threads>>>(in, bins, groups, n); });
                std::vector<int> groups_of(blocks);
                int all_groups = 0;
                for (int warp = 0; warp < n; warp += 32) {
                    std::set<int> found;
                    for (int i = warp; i < warp + 32 && i < n; ++i) {
                        ++expected[in[i]];
                        found.insert(in[i]);
                    }
                    groups_of[warp / threads] += (int)found.size();
                    all_groups += (int)found.size();
                }
                bins.expect("bins", [&](size_t bin) { return expected[bin]; });
                groups.expect("groups", [&](size_t block) { return groups_of[block]; });
                expect_loading_threads(n);
                expect_divided(100);
                expect_atomic_threads(all_groups);
                expect_global_atomics(all_groups);
            }
}
#endif
