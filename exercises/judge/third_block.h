// SPDX-License-Identifier: MIT
// third_block.h: judges the exercise "third_block".
#pragma once
#include "judge.h"

// Block b, of one thread, stores parts[b] = 3 * in[b] + 1, and then the sum of parts[0] to parts[b] in out[b]. All
// blocks run at the same time. The flags are 0 before.
__global__ void third_block(const int *in, int *parts, int *flags, int *out);

#ifdef JUDGES
static void judge()
{
    for (int blocks : {1, 2, 3, 8}) {
        begin_case(blocks == 1 ? "%d block" : "%d blocks", blocks);
        auto part = [](size_t i) { return 3 * input(i, 1000000) + 1; };
        array<int> in(blocks, [](size_t i) { return input(i, 1000000); });
        array<int> parts(blocks), flags(blocks, [](size_t) { return 0; }), out(blocks);
        watch(parts, blocks);
        run([&] { third_block<<<blocks, 1>>>(in, parts, flags, out); });
        parts.expect("parts", part);
        out.expect("out", [&](size_t b) {
            int sum = 0;
            for (size_t i = 0; i <= b; ++i)
                sum += part(i);
            return sum;
        });
        expect_watched_loads("parts", blocks * (blocks - 1) / 2);
        expect_storing_blocks(blocks);
    }
}
#endif
