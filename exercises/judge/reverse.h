// SPDX-License-Identifier: MIT
// reverse.h: judges the exercise "reverse".
#pragma once
#include "judge.h"

enum { most_threads = 256 }; // of the block

// Reverses the blockDim.x elements of data. One block, of at most most_threads threads.
__global__ void reverse(int *data);

#ifdef JUDGES
static void judge()
{
    for (int n : {1, 2, 31, 32, 33, 100, 255, 256}) {
        begin_case("%d elements", n);
        auto given = [](size_t i) { return input(i, 1000000); };
        array<int> data(n, given);
        run([&] { reverse<<<1, n>>>(data); });
        data.expect("data", [&](size_t i) { return given(n - 1 - i); });
        expect_loading_threads(n / 2);
        expect_storing_threads(n / 2);
        expect_divided(16);
    }
}
#endif
