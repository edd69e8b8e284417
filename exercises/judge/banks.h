// SPDX-License-Identifier: MIT
// banks.h: judges the exercise "banks".
#pragma once
#include "judge.h"

enum { side = 32, rows_at_once = 8 }; // as in transpose

// out[x * n + y] = in[y * n + x], n a multiple of side.
__global__ void banks(const int *in, int *out, int n);

#ifdef JUDGES
static void judge()
{
    for (int n : {32, 64, 128}) {
        begin_case("n = %d", n);
        array<int> in((size_t)n * n, [](size_t i) { return input(i, 1000000); }), out((size_t)n * n);
        run([&] { banks<<<dim3(n / side, n / side), dim3(side, rows_at_once)>>>(in, out, n); });
        out.expect("out", [&](size_t i) { return in[i % n * n + i / n]; });
        expect_coalesced();
        expect_global_loads((size_t)n * n / 32);
        expect_global_stores((size_t)n * n / 32);
        expect_no_bank_conflicts();
        expect_divided(48);
    }
}
#endif
