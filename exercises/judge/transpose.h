// SPDX-License-Identifier: MIT
// transpose.h: judges the exercise "transpose".
#pragma once
#include "judge.h"

enum { side = 32, rows_at_once = 8 }; // a block of side * rows_at_once threads has a tile of side * side elements

// out[x * height + y] = in[y * width + x]. Tile (blockIdx.x, blockIdx.y) begins at x = blockIdx.x * side, y =
// blockIdx.y * side; the grid covers the matrix, and goes beyond where a size is no multiple of side.
__global__ void transpose(const int *in, int *out, int width, int height);

#ifdef JUDGES
static void judge()
{
    struct size {
        int width, height;
    };
    for (struct size s : {size{32, 32}, size{64, 96}, size{128, 32}, size{1, 50}, size{33, 100}}) {
        begin_case("width %d, height %d", s.width, s.height);
        size_t count = (size_t)s.width * s.height;
        array<int> in(count, [](size_t i) { return input(i, 1000000); }), out(count);
        dim3 tiles(divide_up(s.width, side), divide_up(s.height, side));
        run([&] { transpose<<<tiles, dim3(side, rows_at_once)>>>(in, out, s.width, s.height); });
        out.expect("out", [&](size_t i) { return in[i % s.height * s.width + i / s.height]; });
        if (s.width % side == 0 && s.height % side == 0)
            expect_coalesced();
        size_t requests = (size_t)tiles.x * tiles.y * side;
        expect_global_loads(requests);
        expect_global_stores(requests);
        expect_global_atomics(0);
        expect_divided(48);
    }
}
#endif
