// SPDX-License-Identifier: MIT
// lock.h: judges the exercise "lock".
#pragma once
#include "judge.h"

// Numbers that belong together, and the lock that guards them.
struct record {
    int lock; // 0: free, 1: taken
    int count, sum, largest;
};

// For each of n elements, ++record->count, record->sum += in[i], and record->largest is the largest one so far. Thread
// 0 of each block alone does it, for the elements blockIdx.x, blockIdx.x + gridDim.x, ...; all parts are 0 before.
__global__ void lock(const int *in, struct record *record, int n);

#ifdef JUDGES
static void judge()
{
    for (int blocks : {1, 2, 16})
        for (int n : {1, 10, 20000}) {
            begin_case("n = %d, %d blocks", n, blocks);
            array<int> in(n, [](size_t i) { return input(i, 1000); }), parts(4, [](size_t) { return 0; });
            watch(parts, 3, 1);
            run([&] { lock<<<blocks, 32>>>(in, (struct record *)(int *)parts, n); });
            int sum = 0, largest = 0;
            for (int i = 0; i < n; ++i) {
                sum += in[i];
                largest = in[i] > largest ? in[i] : largest;
            }
            const int expected[] = {0, n, sum, largest};
            parts.expect("{lock, count, sum, largest}", [&](size_t i) { return expected[i]; });
            expect_no_watched_atomics("count, sum and largest");
            expect_loading_blocks(blocks < n ? blocks : n);
            expect_divided(16 * divide_up(n, blocks) + 64);
        }
}
#endif
