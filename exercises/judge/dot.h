// SPDX-License-Identifier: MIT
// dot.h: judges the exercise "dot".
#pragma once
#include <algorithm>

#include "judge.h"

enum { threads_per_block = 128 };

// partial[blockIdx.x] = the block's part of the dot product of a and b. The parts of all blocks add up to the whole;
// the blocks have threads_per_block threads, and may be fewer or more than n needs.
__global__ void dot(const int *a, const int *b, int *partial, int n);

#ifdef JUDGES
static void judge()
{
    for (int blocks : {1, 4, 7})
        for (int n : {1, 100, 128, 1000, 10000}) {
            begin_case("n = %d, %d blocks", n, blocks);
            array<int> a(n, [](size_t i) { return input(2 * i, 7); }),
                b(n, [](size_t i) { return input(2 * i + 1, 11); }), partial(blocks);
            run([&] { dot<<<blocks, threads_per_block>>>(a, b, partial, n); });
            partial.copy_back();
            long long sum = 0, expected = 0;
            for (int i = 0; i < blocks; ++i)
                sum += partial[i];
            for (int i = 0; i < n; ++i)
                expected += a[i] * b[i];
            if (sum != expected)
                end_judging("wrong", "the parts add up to %lld, and should to %lld", sum, expected);
            expect_coalesced();
            expect_loading_threads(std::min(n, blocks * threads_per_block));
            expect_divided(2 * divide_up(n, blocks * threads_per_block) + 160);
        }
}
#endif
