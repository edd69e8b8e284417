// SPDX-License-Identifier: MIT
// message.h: judges the exercise "message".
#pragma once
#include "judge.h"

enum { threads_per_block = 64 };

// Block 0 computes message[i] = 3 * i + 1 for all i below n, and says so in *ready, which is 0 before. Block 1, which
// runs at the same time, waits for it, and stores out[i] = message[n - 1 - i].
__global__ void message(int *message, int *ready, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int n : {1, 64, 100, 1000}) {
        begin_case("n = %d", n);
        array<int> text(n), ready(1, [](size_t) { return 0; }), out(n);
        watch(text, n);
        run([&] { message<<<2, threads_per_block>>>(text, ready, out, n); });
        text.expect("message", [&](int i) { return 3 * i + 1; });
        out.expect("out", [&](int i) { return 3 * (n - 1 - i) + 1; });
        expect_watched_loads_from_others("message", n);
        expect_storing_threads(n < threads_per_block ? n : threads_per_block);
        expect_divided(8 * divide_up(n, threads_per_block) + 32);
    }
}
#endif
