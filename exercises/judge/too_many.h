// SPDX-License-Identifier: MIT
// too_many.h: judges the exercise "too_many".
#pragma once
#include "judge.h"

enum { most_threads = 256 }; // of the block

// In each of `rounds` rounds, the right neighbour's value is added to each of the blockDim.x elements of data; the last
// element has none. One block, of at most most_threads threads.
__global__ void too_many(int *data, int rounds);

#ifdef JUDGES
static void judge()
{
    expect_needed_synchronization();
    for (int n : {1, 2, 32, 33, 100, 256})
        for (int rounds : {0, 1, 2, 5}) {
            begin_case("%d elements, %d rounds", n, rounds);
            auto given = [](size_t i) { return input(i, 1000000); };
            array<int> data(n, given);
            run([&] { too_many<<<1, n>>>(data, rounds); });
            data.expect("data", [&](size_t i) {
                int sum = 0, binomial = 1; // of `rounds` over k
                for (int k = 0; k <= rounds && (int)i + k < n; binomial = binomial * (rounds - k) / (k + 1), ++k)
                    sum += binomial * given(i + k);
                return sum;
            });
            expect_loading_threads(n);
            expect_storing_threads(n);
            expect_barriers(2 * rounds + 1); // with one buffer
            expect_divided(8 * rounds + 16);
        }
}
#endif
